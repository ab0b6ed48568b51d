import { useEffect, useRef } from 'react'

/** Takes a picture pasted anywhere on the page. Also keeps a file dropped outside the frame from replacing the page. */
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
