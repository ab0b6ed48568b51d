import { useEffect, useRef, useState } from 'react'
import { whyNotOpened } from '#features/media/ui/prepare-picture.ts'
import { pictureText } from '#features/media/ui/problem-text.ts'
import { uploadPicture } from '#features/media/ui/upload-picture.ts'
import { m } from '#messages'
import { freshKey } from '#platform/client/fresh-key.ts'
import type { OpenPicture } from './crop-dialog.tsx'

/** An uploaded picture that is not saved yet. */
type Sent = { mediaId: string; preview: string }
export type AvatarChoice = ReturnType<typeof useAvatar>

/** State of choosing an avatar: opened, cropped, uploaded. It is not shown to anybody until it is saved. */
export function useAvatar() {
  const [opened, setOpened] = useState<OpenPicture | null>(null)
  /** `undefined` keeps the saved avatar; null removes it. */
  const [chosen, setChosen] = useState<Sent | null | undefined>(undefined)
  const [sent, setSent] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const addresses = useRef(new Set<string>())
  const running = useRef<AbortController | null>(null)
  useEffect(() => {
    const all = addresses.current
    return () => {
      running.current?.abort()
      for (const address of all) URL.revokeObjectURL(address)
    }
  }, [])
  function addressOf(file: File): string {
    const address = URL.createObjectURL(file)
    addresses.current.add(address)
    return address
  }

  async function open(file: File) {
    setProblem(null)
    const why = whyNotOpened(file)
    if (why) return setProblem(why === 'IMAGE_TOO_LARGE' ? m.settings_avatar_too_large() : pictureText(why))
    try {
      setOpened({ bitmap: await createImageBitmap(file), address: addressOf(file) })
    } catch {
      setProblem(m.media_unreadable())
    }
  }

  function close() {
    opened?.bitmap.close()
    setOpened(null)
  }

  /** Uploads the cropped picture. `file` is null if the browser could not crop it. */
  async function send(file: File | null) {
    close()
    if (!file) return setProblem(m.settings_avatar_failed())
    setSent(0)
    running.current?.abort()
    const own = new AbortController()
    running.current = own
    try {
      const { id } = await uploadPicture({ file, purpose: 'avatar', key: freshKey(), signal: own.signal, onProgress: setSent })
      setChosen({ mediaId: id, preview: addressOf(file) })
    } catch {
      if (!own.signal.aborted) setProblem(m.settings_avatar_failed())
    } finally {
      if (running.current === own) setSent(null)
    }
  }

  return {
    opened,
    chosen,
    sent,
    problem,
    open,
    send,
    close,
    remove() {
      setProblem(null)
      setChosen(null)
    },
    /** Call this after saving. */
    clear: () => setChosen(undefined),
  }
}
