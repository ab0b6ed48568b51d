import { isListed } from '#platform/server/entry-named.ts'
import type { Tx } from '#platform/server/idempotency.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { CampaignInput, EditableCampaign } from '../contract.ts'
import { isFrozen } from '../policy.ts'
import { editableStatuses } from '../terms.ts'
import { accessFor, hasOthers } from './access.ts'
import { asInput } from './as-input.ts'
import { campaignRows, coverOf } from './queries.ts'

/**
 * The viewer's own draft or active campaign as its creator typed it, with names for the target, industry and causes it refers to by id. The row lock
 * makes it consistent.
 */
export async function editableCampaign(
  tx: Tx,
  { id, viewer }: { id: string; viewer: Viewer },
): Promise<EditableCampaign | 'absent' | 'forbidden' | 'not active'> {
  const row = await tx.selectFrom('campaign').selectAll().where('id', '=', id).forShare().executeTakeFirst()
  const access = row && accessFor(row, viewer)
  if (!access) return 'absent'
  if (!access.viewer.isCreator) return 'forbidden'
  const status = editableStatuses.find((known) => known === access.status)
  if (!status) return 'not active'
  const { target, causes, coverMediaId: _cover, impact, supportersGoal, alternatives, ...words } = await asInput(tx, row)
  return {
    id,
    slug: row.slug,
    status,
    isFrozen: status === 'active' && isFrozen({ others: await hasOthers(tx, row) }),
    updatedAt: row.updated_at,
    ...words,
    target: await namedTarget(tx, target),
    causes: await namedCauses(tx, causes),
    alternatives: alternatives.map(({ name, url, note }) => ({ name, url: url ?? null, note: note ?? null })),
    impact:
      impact.mode === 'monetary'
        ? {
            mode: impact.mode,
            productService: impact.productService ?? null,
            spendCents: impact.spendCents ?? null,
            durationBasis: impact.durationBasis ?? null,
          }
        : { mode: impact.mode, unit: impact.unit ?? null },
    supportersGoal: supportersGoal ?? null,
    cover: coverOf(await campaignRows(tx).where('c.id', '=', id).executeTakeFirstOrThrow()),
  }
}

async function namedTarget(tx: Tx, target: CampaignInput['target']): Promise<EditableCampaign['target']> {
  if (!target) return null
  if ('id' in target) {
    const known = await tx
      .selectFrom('target as t')
      .leftJoin('industry as i', 'i.id', 't.industry_id')
      .select(['t.id', 't.slug', 't.name', 'i.name as industry', isListed('t.id').as('isVerified')])
      .where('t.id', '=', target.id)
      .executeTakeFirst()
    return known ?? null
  }
  return { name: target.name, websiteUrl: target.websiteUrl ?? null, industry: await namedIndustry(tx, target.industry) }
}

type Planned = { id: string } | { name: string } | null | undefined

async function namedIndustry(tx: Tx, industry: Planned): Promise<{ id: string | null; name: string } | null> {
  if (!industry) return null
  if ('name' in industry) return { id: null, name: industry.name }
  return (await tx.selectFrom('industry').select(['id', 'name']).where('id', '=', industry.id).executeTakeFirst()) ?? null
}

async function namedCauses(tx: Tx, causes: CampaignInput['causes']): Promise<EditableCampaign['causes']> {
  const ids = causes.flatMap((cause) => ('id' in cause ? [cause.id] : []))
  const known = ids.length ? await tx.selectFrom('cause').select(['id', 'name']).where('id', 'in', ids).orderBy('name').execute() : []
  return [...known, ...causes.flatMap((cause) => ('name' in cause ? [{ id: null, name: cause.name }] : []))]
}
