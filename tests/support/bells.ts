import { aVisit, hydrated, type Visit } from './browser.ts'
import { aCampaignBody } from './campaign-body.ts'
import { recordMarks } from './linked-marks.ts'
import { eventually } from './load.ts'
import { signedUp } from './members.ts'
import type { Served } from './shared-products.ts'
import { clientOf } from './visitor.ts'

type Someone = { cookie: string }
type Campaign = { id: string; slug: string; title: string }

/** Helpers for journeys about notifications on this product. */
export function bellsOf(product: Served) {
  const asked = clientOf(product)
  const unreadOf = async (who: Someone): Promise<number> => (await asked(who, 'GET', '/notifications/unread')).unread
  let made = 0
  return {
    asked,
    unreadOf,
    /** Polls, because notifications are delivered after the request that causes them. */
    untilUnread: (who: Someone, count: number) => eventually(`${count} unread`, async () => (await unreadOf(who)) === count, 60_000),

    /** A new person with a campaign of their own. */
    async aCreator(): Promise<Someone & Campaign> {
      made += 1
      const who = await signedUp(product, `Ada Creator${made}`)
      const title = `Pay the pickers of field ${made}`
      const { id, slug } = await asked(who, 'POST', '/campaigns', aCampaignBody({ title }))
      return { ...who, id, slug, title }
    },

    async visiting(who: Someone, path: string, given: Parameters<typeof aVisit>[0] = {}): Promise<Visit> {
      const visit = await aVisit({ ...given, as: { cookie: who.cookie, origin: product.origin } })
      await recordMarks(visit.page)
      await visit.page.goto(product.origin + path)
      if (given.javaScript !== false) await hydrated(visit.page)
      return visit
    },
  }
}
