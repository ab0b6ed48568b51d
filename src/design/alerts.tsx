import { createContext, lazy, type ReactNode, Suspense, use, useEffect, useMemo, useState } from 'react'
import { m } from '#messages'

const load = () => import('./dialog.tsx')
const AlertDialog = lazy(async () => ({ default: (await load()).AlertDialog }))

type Confirmation = {
  /** Text of the button that confirms. */
  confirm?: string
  danger?: boolean
}

type Alerts = {
  alert: (text: string) => Promise<void>
  confirm: (text: string, look?: Confirmation) => Promise<boolean>
}

type QueuedDialog = Confirmation & { text: string; cancel?: string; answer: (yes: boolean) => void }

const AlertsContext = createContext<Alerts | null>(null)

/** Shows one dialog at a time, in the order of the calls. */
export function AlertProvider({ children }: { children: ReactNode }) {
  const [queue, setQueue] = useState<ReadonlyArray<QueuedDialog>>([])
  const alerts = useMemo<Alerts>(() => {
    const waiting = new Set<string>()
    const ask = ({ text, ...look }: Omit<QueuedDialog, 'answer'>) =>
      new Promise<boolean>((resolve) => {
        // The same question is already queued: the button was pressed again before the dialog appeared.
        if (waiting.has(text)) return resolve(false)
        waiting.add(text)
        const answer = (yes: boolean) => {
          waiting.delete(text)
          resolve(yes)
        }
        setQueue((before) => [...before, { ...look, text, answer }])
      })
    return {
      alert: async (text) => void (await ask({ text })),
      confirm: (text, look) => ask({ confirm: m.design_confirm(), ...look, text, cancel: m.design_cancel() }),
    }
  }, [])
  // Loads the dialog at the first press or key, which precedes any question. It is then available even without a network.
  useEffect(() => {
    const early = () => void load().catch(() => {})
    const first = { once: true, capture: true }
    for (const type of ['pointerdown', 'keydown']) window.addEventListener(type, early, first)
    return () => {
      for (const type of ['pointerdown', 'keydown']) window.removeEventListener(type, early, first)
    }
  }, [])
  const [isUsed, setUsed] = useState(false)
  const [asked] = queue
  if (asked && !isUsed) setUsed(true)
  const answer = (yes: boolean) => {
    setQueue((before) => before.slice(1))
    asked?.answer(yes)
  }
  return (
    <AlertsContext value={alerts}>
      {children}
      {isUsed && (
        <Suspense fallback={null}>
          <AlertDialog
            open={asked !== undefined}
            text={asked?.text ?? ''}
            cancel={asked?.cancel}
            confirm={asked?.confirm}
            danger={asked?.danger}
            onAnswer={answer}
          />
        </Suspense>
      )}
    </AlertsContext>
  )
}

/** `await alert(text)`; `if (await confirm(text, { confirm: 'Delete', danger: true })) ...` */
export function useAlert(): Alerts {
  const alerts = use(AlertsContext)
  if (!alerts) throw new Error('useAlert needs an AlertProvider above it')
  return alerts
}
