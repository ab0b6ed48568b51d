import { Check, Link2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#design/button.tsx'
import { m } from '#messages'
import { copyText } from '#platform/client/copy-text.ts'

/** Puts the address on the clipboard, and says so for two seconds. */
export function CopyLink({ address, label }: { address: string; label: string }) {
  const [said, setSaid] = useState<'copied' | 'failed' | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const copy = async () => {
    setSaid((await copyText(address)) ? 'copied' : 'failed')
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setSaid(null), 2_000)
  }
  const notice = said === null ? '' : said === 'copied' ? m.campaigns_share_copied() : m.campaigns_share_copy_failed()
  const Icon = said === 'copied' ? Check : Link2
  return (
    <>
      <Button tone="quiet" size="sm" icon={<Icon className="size-4" aria-hidden="true" />} onClick={copy}>
        {notice || label}
      </Button>
      <span role="status" className="sr-only">
        {notice}
      </span>
    </>
  )
}
