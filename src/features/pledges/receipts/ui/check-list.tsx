import { useState } from 'react'
import { Button } from '#design/button.tsx'
import { Outcome } from '#design/outcome.tsx'
import { m } from '#messages'
import { formatCount } from '#platform/format.ts'
import type { DailyList } from '../contract.ts'
import { leafBytes } from '../terms.ts'
import { allLists } from './api.ts'
import type { CheckRequest, CheckResult } from './check-worker.ts'

type Checked = { result: CheckResult; lists: number } | 'running' | null

/** Checks a list and the chain of all lists in a web worker when asked to. */
export function CheckList({ campaignId, list }: { campaignId: string; list: DailyList }) {
  const [checked, setChecked] = useState<Checked>(null)
  const pledges = list.pledges ?? 0

  async function check() {
    if (checked === 'running') return
    setChecked('running')
    const lists = await allLists(campaignId).catch(() => null)
    const result = lists ? await runWorker({ campaignId, lists, list }) : 'not loaded'
    setChecked({ result, lists: lists?.length ?? 0 })
  }

  const done = typeof checked === 'object' ? checked : null
  return (
    <div className="mt-3 flex max-w-prose flex-col items-start gap-3">
      <Button onClick={() => void check()} pending={checked === 'running'}>
        {m.receipts_check({ size: megabytes.format(Math.ceil((pledges * leafBytes) / 100_000) / 10) })}
      </Button>
      {checked === 'running' && <p className="text-muted">{m.receipts_checking()}</p>}
      <Outcome
        saved={done?.result === 'right' ? m.receipts_checked({ total: formatCount(pledges), count: formatCount(done.lists) }) : null}
        problem={done && done.result !== 'right' ? (done.result === 'wrong' ? m.receipts_wrong() : m.receipts_check_failed()) : null}
      />
    </div>
  )
}

const megabytes = new Intl.NumberFormat('en', { style: 'unit', unit: 'megabyte' })

function runWorker(request: CheckRequest): Promise<CheckResult> {
  const worker = new Worker(new URL('./check-worker.ts', import.meta.url), { type: 'module' })
  return new Promise<CheckResult>((resolve) => {
    worker.addEventListener('message', ({ data }: MessageEvent<CheckResult>) => resolve(data))
    worker.addEventListener('error', () => resolve('not loaded'))
    worker.postMessage(request)
  }).finally(() => worker.terminate())
}
