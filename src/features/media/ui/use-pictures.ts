import { useEffect, useRef, useState } from 'react'
import { m } from '#messages'
import { freshKey } from '#platform/client/fresh-key.ts'
import { mostPictures, type PictureHolder } from '../terms.ts'
import { PictureRefused, preparePicture } from './prepare-picture.ts'
import { pictureText, uploadProblem } from './problem-text.ts'
import { uploadPicture } from './upload-picture.ts'

/** A picture that was chosen for a post. `key` is its idempotency key, so a repeated upload does not store it twice. */
export type ChosenPicture = { key: string; file: File; preview: string }
export type Pictures = ReturnType<typeof usePictures>

/** A picture could not be uploaded, so nothing was posted. The message explains why. */
export class UploadFailed extends Error {
  override readonly cause: unknown
  /** True if the user stopped the upload, which needs no message. */
  readonly isStopped: boolean
  constructor(cause: unknown, { isStopped }: { isStopped: boolean }) {
    super(m.media_upload_failed({ message: uploadProblem(cause) }))
    this.cause = cause
    this.isStopped = isStopped
  }
}

/** State of the pictures chosen for an update, a comment or a post. Refused files get a message; the others are kept. */
export function usePictures(holder: PictureHolder) {
  const most = mostPictures[holder]
  const [chosen, setChosen] = useState<readonly ChosenPicture[]>([])
  const [refused, setRefused] = useState<readonly string[]>([])
  /** Number of choices whose pictures are being prepared. */
  const [preparing, setPreparing] = useState(0)
  const [sending, setSending] = useState<{ number: number; count: number; share: number } | null>(null)
  const running = useRef<AbortController | null>(null)
  const sent = useRef(new Map<string, string>())
  const previews = useRef(new Set<string>())
  useEffect(() => {
    const all = previews.current
    return () => {
      for (const preview of all) URL.revokeObjectURL(preview)
    }
  }, [])

  async function add(files: readonly File[]) {
    const why: string[] = []
    const fitting: File[] = []
    setPreparing((before) => before + 1)
    // One after another, because each needs the memory of all its pixels.
    for (const file of files) {
      try {
        fitting.push(await preparePicture(file, 'attachment'))
      } catch (error) {
        why.push(m.media_refused({ name: file.name, why: pictureText(error instanceof PictureRefused ? error.code : '') }))
      }
    }
    setPreparing((before) => before - 1)
    const room = most - chosen.length
    if (fitting.length > room) why.push(m.media_too_many({ count: most }))
    const added = fitting.slice(0, room).map((file) => ({ key: freshKey(), file, preview: URL.createObjectURL(file) }))
    for (const { preview } of added) previews.current.add(preview)
    setRefused(why)
    setChosen((before) => [...before, ...added].slice(0, most))
  }

  function drop(gone: readonly ChosenPicture[]) {
    for (const { preview } of gone) {
      URL.revokeObjectURL(preview)
      previews.current.delete(preview)
    }
  }

  return {
    chosen,
    refused,
    sending,
    isPreparing: preparing > 0,
    most,
    add: (files: readonly File[]) => void add(files),
    remove(key: string) {
      drop(chosen.filter((picture) => picture.key === key))
      setChosen(chosen.filter((picture) => picture.key !== key))
      setRefused([])
    },
    /** Uploads the pictures that are not uploaded yet, one after another. Returns all ids in order. Throws `UploadFailed`. */
    async upload(): Promise<string[]> {
      const ids: string[] = []
      const own = new AbortController()
      running.current = own
      try {
        for (const [at, { key, file }] of chosen.entries()) {
          const onProgress = (share: number) => setSending({ number: at + 1, count: chosen.length, share })
          onProgress(0)
          const id = sent.current.get(key) ?? (await send({ key, file, signal: own.signal, onProgress }))
          sent.current.set(key, id)
          ids.push(id)
        }
        return ids
      } finally {
        setSending(null)
      }
    },
    /** Aborts the running upload; `upload` throws then. */
    stop: () => running.current?.abort(),
    /** Call this after the post was saved. */
    clear() {
      drop(chosen)
      sent.current.clear()
      setChosen([])
      setRefused([])
    },
    /** Call this if the server refused the uploaded pictures. They are uploaded again with new idempotency keys. */
    forgetSent() {
      sent.current.clear()
      setChosen((all) => all.map((picture) => ({ ...picture, key: freshKey() })))
    },
  }
}

type Sending = { key: string; file: File; signal: AbortSignal; onProgress: (share: number) => void }

async function send(how: Sending): Promise<string> {
  try {
    const { id } = await uploadPicture({ purpose: 'attachment', ...how })
    return id
  } catch (error) {
    throw new UploadFailed(error, { isStopped: how.signal.aborted })
  }
}
