import { sql } from 'kysely'
import { isId } from '#platform/id.ts'
import { writeAudit } from '#platform/server/audit.ts'
import { inTransaction } from '#platform/server/idempotency.ts'
import { refuseFields } from '#platform/server/refuse.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import type { SwitchName } from '#platform/site-switches.ts'
import { normalized, oneLine } from '#platform/text.ts'
import type { OnSwitch, SwitchChange, Switches } from '../contract.ts'
import { switchProblems } from '../policy.ts'
import { changesShown } from '../terms.ts'

/** `actorId` is null for a change by the command line. */
type ChangeSwitch = { name: SwitchName; isOn: boolean; campaign?: string | undefined; text?: string | undefined; reason: string; actorId: string | null }

/** Turns a switch on or off and records the change in the audit log. If the switch already has that state, nothing is written. */
export async function changeSwitch(db: Db, { name, isOn, campaign = '', text = '', reason, actorId }: ChangeSwitch): Promise<void> {
  refuseFields(switchProblems({ name, isOn, text: oneLine(text), reason }))
  await inTransaction(db, async (tx) => {
    const campaignId = name === 'joining_paused' ? await publicCampaignId(tx, campaign) : null
    if (name === 'joining_paused' && campaignId === null) refuseFields({ campaign: 'CAMPAIGN_UNKNOWN' })
    const shown = name === 'banner' && isOn ? oneLine(text) : ''
    const { numAffectedRows } = isOn
      ? await sql`
          insert into site_switch as s (name, campaign_id, text) values (${name}, ${campaignId}, ${shown})
          on conflict (name, campaign_id) do update set text = excluded.text where s.text <> excluded.text`.execute(tx)
      : await sql`delete from site_switch where name = ${name} and campaign_id is not distinct from ${campaignId}`.execute(tx)
    if (!numAffectedRows) return
    await writeAudit(tx, {
      actorId,
      action: isOn ? 'switch.on' : 'switch.off',
      subject: { kind: 'switch', id: campaignId },
      reason: normalized(reason),
      details: { name, text: shown },
    })
  })
}

async function publicCampaignId(db: Db, idOrSlug: string): Promise<string | null> {
  const row = await db
    .selectFrom('public_campaign')
    .select('id')
    .where(isId(idOrSlug) ? 'id' : 'slug', '=', idOrSlug)
    .executeTakeFirst()
  return row?.id ?? null
}

const campaignJson = sql<OnSwitch['campaign']>`case when c.id is not null then json_build_object('id', c.id, 'slug', c.slug, 'title', c.title) end`

/** Reads the switches that are on, and the latest changes of all switches. */
export async function readSwitches(db: Db): Promise<Switches> {
  const { rows: on } = await sql<OnSwitch>`
    select s.name, ${campaignJson} as campaign, s.text, s.since from site_switch s left join campaign c on c.id = s.campaign_id
    order by s.since, s.name, s.campaign_id`.execute(db)
  const { rows: changes } = await sql<SwitchChange>`
    select a.id, a.details->>'name' as name, a.action = 'switch.on' as "isOn", ${campaignJson} as campaign, a.details->>'text' as text,
      a.reason, case when p.id is not null then json_build_object('id', p.id, 'name', p.display_name) end as by, a.at
    from recorded_act a left join campaign c on c.id = a.subject_id left join person p on p.id = a.actor_id
    where a.subject_kind = 'switch' order by a.at desc, a.id desc limit ${changesShown}`.execute(db)
  return { on, changes }
}
