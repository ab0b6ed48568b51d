import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { releaseStep, showBursts } from '#features/pledges/holding/server/release.ts'
import { openStore, type Store } from '#platform/server/store/open-store.ts'
import { accessibilityProblems } from '#tests/support/accessibility.ts'
import { aVisit, hydrated } from '#tests/support/browser.ts'
import { aCampaignBody } from '#tests/support/campaign-body.ts'
import { holdPledges } from '#tests/support/held-pledges.ts'
import { aMailServer } from '#tests/support/mail-server.ts'
import { type Member, signedUp } from '#tests/support/members.ts'
import { ownProduct } from '#tests/support/the-product.ts'
import { clientOf } from '#tests/support/visitor.ts'

const server = await aMailServer()
// A product of its own, because administrators get a mail.
const product = ownProduct(server.env)
afterAll(server.stop)

const harmless = 'I have been waiting since March.'
const dangerous = 'She walks home alone past the church at ten.'
const waits = 'Call the manager: +49 171 1234567'

const person = (name: string, values: { role?: 'moderator' | 'admin'; isNew?: boolean } = {}) => signedUp(product, name, { isConfirmed: true, ...values })
const visitOf = (member?: Member) => aVisit({ width: 360, ...(member && { as: { cookie: member.cookie, origin: product.origin } }) })

/** Makes decisions and holds eight days older, and runs what the product does once a minute with held pledges. */
async function letWeekPass({ db }: Store): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // Decisions cannot be changed otherwise.
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`update moderation_decision set created_at = created_at - interval '8 days'`.execute(tx)
    await sql`update join_signal set at = at - interval '8 days', held_at = held_at - interval '8 days'`.execute(tx)
  })
  await showBursts(db)
  await expect.poll(async () => (await releaseStep(db)).state).toBe('idle')
}

test('after a week in which no moderator looked, texts are back or their author’s again, single held pledges count, people of bursts can ask for a look, and administrators have a mail', async () => {
  const asked = clientOf(product)
  await person('Away Moderator', { role: 'moderator' })
  const [admin, creator, lone] = [await person('Ada Min', { role: 'admin' }), await person('Cara Starts'), await person('Hal Held')]
  const [author, threatening, writer] = [
    await person('Nell New', { isNew: true }),
    await person('Dora Tells', { isNew: true }),
    await person('Will Waits', { isNew: true }),
  ]
  const members = [await person('Mia Member'), await person('Max Member'), await person('Moe Member'), await person('Meg Member')] as const
  const crowd = await Promise.all(Array.from({ length: 20 }, (_, n) => person(`Uni Versity${n}`)))
  const title = 'Answer the people who wrote to you'
  const { id, slug } = await asked(creator, 'POST', '/campaigns', aCampaignBody({ title, target: { name: 'Quillmont Lamps' } }))
  const { target } = await asked(creator, 'GET', `/campaigns/${id}`)
  const commentOf = (who: Member, body: string) => asked(who, 'POST', `/campaigns/${id}/comments`, { body })
  const [reported, threat] = [await commentOf(author, harmless), await commentOf(threatening, dangerous)]
  await commentOf(writer, waits)
  for (const member of members.slice(0, 3)) {
    await asked(member, 'POST', '/reports', { kind: 'comment', id: reported.id, reason: 'spam' })
    await asked(member, 'POST', '/reports', { kind: 'comment', id: threat.id, reason: 'harassment' })
  }
  const store = await openStore({ url: product.databaseUrl, onError: () => {} })
  await holdPledges(store, { campaignId: id, personIds: [lone.id], hoursAgo: 0, state: 'held', network: 'd' })
  await holdPledges(store, { campaignId: id, personIds: crowd.map((each) => each.id), hoursAgo: 0, state: 'held' })

  const [campaign, discussion] = [`${product.origin}/campaigns/${slug}`, `${product.origin}/campaigns/${slug}?tab=discussion`]
  const reader = await visitOf()
  const texts = async () => {
    await reader.page.goto(discussion)
    await hydrated(reader.page)
    const content = await reader.page.content()
    return [harmless, dangerous, waits].filter((text) => content.includes(text))
  }
  await expect.poll(texts).toEqual([])
  await reader.page.getByText('99 to go to 100').first().waitFor()
  const own = await visitOf(writer)
  await own.page.goto(discussion)
  await own.page.getByText('Remove the phone number to post this now.').waitFor()
  const held = await visitOf(lone)
  await held.page.goto(campaign)
  await held.page.locator('[data-join-bar]').getByText('Joined', { exact: true }).waitFor()

  await letWeekPass(store).finally(store.close)
  // A report starts the job at once, which otherwise runs once a minute.
  await asked(members[3], 'POST', '/reports', { kind: 'campaign', id, reason: 'other', details: 'Is anybody there?' })
  await expect.poll(texts).toEqual([harmless])
  await own.page.reload()
  await own.page.getByText('No moderator looked at it within 7 days. Edit it to post it.').waitFor()

  await held.page.reload()
  await held.page.getByText('98 to go to 100').first().waitFor()
  await held.page.locator('[data-join-bar]').getByText('Joined', { exact: true }).waitFor()
  expect(await held.page.getByText("Your pledge isn't counted yet.").count()).toBe(0)

  const student = await visitOf(crowd[0])
  await student.page.goto(campaign)
  await student.page.getByText("Your pledge isn't counted yet.").first().waitFor()
  expect(await accessibilityProblems(student.page)).toEqual([])
  await student.page.goto(`${product.origin}/dashboard/pledges`)
  await hydrated(student.page)
  await student.page.getByRole('button', { name: 'Ask a moderator to look' }).first().click()
  await student.page.getByText('You asked a moderator to look.').first().waitFor()

  const member = await visitOf(members[0])
  await member.page.goto(`${product.origin}/targets/${target.slug}`)
  await member.page.getByText('Unverified', { exact: true }).waitFor()
  await member.page.getByRole('link', { name: title }).first().waitFor()
  await member.page.goto(`${product.origin}/campaigns/create?target=${target.slug}`)
  await member.page.getByText('Quillmont Lamps').first().waitFor()

  const { text = '' } = await server.next(admin.email, /reported content waits for a moderator/)
  expect(text).toContain('private details')
  const administrator = await visitOf(admin)
  await administrator.page.goto(/http\S+\/moderation\S*/.exec(text)?.[0] ?? '')
  await administrator.page.getByText(dangerous).waitFor()
  await reader.page.goto(`${product.origin}/campaigns?sort=newest`)
  await reader.page.getByRole('link', { name: title }).first().waitFor()
  expect([reader, own, held, student, member, administrator].flatMap(({ problems }) => problems)).toEqual([])
})
