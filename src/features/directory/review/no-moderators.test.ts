import { expect, test } from 'vitest'
import { ownSite } from '#tests/support/own-site.ts'
import { done } from '#tests/support/readers.ts'
import { aCampaign, aPerson, theSite } from '#tests/support/site.ts'

ownSite()

const target = async (name: string) => {
  const { entry } = await done(null, 'GET', `/subjects/targets/named?name=${encodeURIComponent(name)}`)
  const { items } = await done(null, 'GET', `/targets?search=${encodeURIComponent(name)}`)
  return { isVerified: entry.isVerified, isListed: items.length === 1 }
}
const verified = { isVerified: true, isListed: true }

test('without moderators everything counts as verified, and stays so when the first moderator is appointed', async () => {
  const creator = await aPerson()
  await aCampaign(creator, { target: { name: 'Flickermoor' } })
  expect(await target('Flickermoor')).toEqual(verified)

  const moderator = await aPerson({ role: 'moderator' })
  expect(await target('Flickermoor')).toEqual(verified)
  await aCampaign(creator, { target: { name: 'Barrow & Sons' } })
  expect(await target('Barrow & Sons')).toEqual({ isVerified: false, isListed: false })

  await (await theSite()).store.db.updateTable('person').set({ role: 'member' }).where('id', '=', moderator.id).execute()
  expect(await target('Barrow & Sons')).toEqual(verified)
})
