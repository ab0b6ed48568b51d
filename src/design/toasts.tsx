import { X } from 'lucide-react'
import { createContext, type ReactNode, use, useCallback, useEffect, useRef, useState } from 'react'
import { m } from '#messages'
import { Button, IconButton } from './button.tsx'
import { cx } from './classes.ts'

export type Toast = {
  text: string
  tone?: 'plain' | 'victory' | 'problem'
  action?: { label: string; onPress: () => void }
  /** Seconds on the screen; 6 by default. */
  seconds?: number
}

type Shown = Toast & { id: number }

const ToastContext = createContext<((toast: Toast) => void) | null>(null)
const edges = { plain: 'border-s-ink', victory: 'border-s-victory', problem: 'border-s-active' } as const

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<ReadonlyArray<Shown>>([])
  const last = useRef(0)
  const show = useCallback((toast: Toast) => {
    last.current += 1
    const shown = { ...toast, id: last.current }
    setToasts((before) => [...before.slice(-2), shown])
  }, [])
  const remove = useCallback((id: number) => setToasts((before) => before.filter((toast) => toast.id !== id)), [])
  return (
    <ToastContext value={show}>
      {children}
      <section
        aria-label={m.design_notices()}
        className="pointer-events-none fixed inset-x-0 bottom-0 z-50 py-4 pb-[calc(1rem+env(safe-area-inset-bottom))] [body:has([data-join-bar])_&]:max-lg:pb-[calc(6rem+env(safe-area-inset-bottom))]"
      >
        <div aria-live="polite" className="page-column flex flex-col items-center gap-2 md:items-end">
          {toasts.map((toast) => (
            <ToastRow key={toast.id} toast={toast} onEnd={remove} />
          ))}
        </div>
      </section>
    </ToastContext>
  )
}

/** `const toast = useToast(); toast({ text })` */
export function useToast(): (toast: Toast) => void {
  const show = use(ToastContext)
  if (!show) throw new Error('useToast needs a ToastProvider above it')
  return show
}

function ToastRow({ toast, onEnd }: { toast: Shown; onEnd: (id: number) => void }) {
  const [isPaused, setPaused] = useState(false)
  const { id, seconds = 6, action } = toast
  useEffect(() => {
    if (isPaused) return
    const timer = setTimeout(() => onEnd(id), seconds * 1000)
    return () => clearTimeout(timer)
  }, [isPaused, id, seconds, onEnd])
  const hold = { onMouseEnter: () => setPaused(true), onMouseLeave: () => setPaused(false), onFocus: () => setPaused(true), onBlur: () => setPaused(false) }
  return (
    <div
      {...hold}
      className={cx(
        'toast pointer-events-auto flex w-full max-w-form items-center gap-3 rounded-sm border border-s-6 border-ink bg-raised py-1 ps-4 pe-1 md:w-auto md:min-w-80',
        edges[toast.tone ?? 'plain'],
      )}
    >
      <p className="grow py-2">{toast.text}</p>
      {action && (
        <Button
          tone="quiet"
          size="sm"
          onClick={() => {
            action.onPress()
            onEnd(id)
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton label={m.design_dismiss()} onClick={() => onEnd(id)}>
        <X className="size-5" />
      </IconButton>
    </div>
  )
}
