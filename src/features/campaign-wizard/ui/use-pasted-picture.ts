import { useEffect, useRef } from 'react'

/** Takes a picture that is pasted anywhere on the page; one that is dropped beside the frame must not replace the page. */
export function usePastedPicture(take: (file: File) => void) {
  const latest = useRef(take)
  latest.current = take
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const [file] = event.clipboardData?.files ?? []
      if (!file || document.querySelector('dialog[open]')) return
      event.preventDefault()
      latest.current(file)
    }
    const miss = (event: DragEvent) => event.preventDefault()
    addEventListener('paste', paste)
    addEventListener('dragover', miss)
    addEventListener('drop', miss)
    return () => {
      removeEventListener('paste', paste)
      removeEventListener('dragover', miss)
      removeEventListener('drop', miss)
    }
  }, [])
}
