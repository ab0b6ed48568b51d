import { Check, Copy } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { m } from '#messages'
import { copyText } from '#platform/client/copy-text.ts'
import { Button, type ButtonLook } from './button.tsx'
import { copiedMs } from './terms.ts'

type CopyButtonProps = ButtonLook & { text: string; label: string; onCopied?: (() => void) | undefined }

/** Copies a text to the clipboard and shows the result for a moment. */
export function CopyButton({ text, label, onCopied, ...look }: CopyButtonProps) {
  const [result, setResult] = useState<'copied' | 'failed' | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const copy = async () => {
    const isCopied = await copyText(text)
    setResult(isCopied ? 'copied' : 'failed')
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setResult(null), copiedMs)
    if (isCopied) onCopied?.()
  }
  const notice = result === null ? '' : result === 'copied' ? m.design_copied() : m.design_copy_failed()
  const Icon = result === 'copied' ? Check : Copy
  return (
    <>
      <Button {...look} icon={<Icon className="size-4" aria-hidden="true" />} onClick={copy}>
        {notice || label}
      </Button>
      <span role="status" className="sr-only">
        {notice}
      </span>
    </>
  )
}
