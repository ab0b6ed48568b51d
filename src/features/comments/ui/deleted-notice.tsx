import { useEffect, useRef } from 'react'

/** In place of the entry that a link leads to. Scrolls to itself, because the reader is looking for that entry. */
export function DeletedNotice({ text }: { text: string }) {
  const box = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'center' })
  }, [])
  return (
    <p ref={box} role="status" className="mb-4 border-s-4 border-ink bg-sunk p-3 font-semibold">
      {text}
    </p>
  )
}
