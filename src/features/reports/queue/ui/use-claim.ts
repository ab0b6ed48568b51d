import { useEffect, useState } from 'react'
import { z } from 'zod'
import { refusalOf } from '#platform/client/refusal-of.ts'
import { claimMinutes } from '../terms.ts'
import { api } from './api.ts'

const renewMs = (claimMinutes * 60_000) / 3
const Claimed = z.object({ by: z.string() })

/** Claims a case while `isOpen`, renews the claim, and releases it afterwards. Returns the name of the other moderator who has it, or null. */
export function useClaim(id: string, isOpen: boolean): string | null {
  const [other, setOther] = useState<string | null>(null)
  useEffect(() => {
    if (!isOpen) return
    let isLeft = false
    const claim = () =>
      api.claim.call({ id }).then(
        () => !isLeft && setOther(null),
        (error: unknown) => {
          // Any other failure leaves the case unclaimed; the next renewal tries again.
          if (!isLeft && refusalOf(error)?.code === 'CLAIMED') setOther(Claimed.safeParse(Object(error).data).data?.by ?? '')
        },
      )
    void claim()
    const renewal = setInterval(() => document.visibilityState === 'visible' && void claim(), renewMs)
    return () => {
      isLeft = true
      clearInterval(renewal)
      void api.release.call({ id }).catch(() => {})
    }
  }, [id, isOpen])
  return other
}
