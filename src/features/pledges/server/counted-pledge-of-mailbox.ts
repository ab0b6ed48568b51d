/** Columns of a query: a campaign, and all keys of a mailbox, separated by spaces. */
type Mailbox = { campaign: string; keys: string }

/**
 * SQL of a subquery that returns one row: the `address_key` of the mailbox's counted pledge in a campaign, or null.
 *
 * The query must use the index on `address_key`. A cached plan from the time when the campaign was small could use an index on `campaign_id` instead,
 * and would then read all pledges of the campaign for each new pledge. `is not distinct from` cannot use an index, which excludes such a plan.
 */
export const countedPledgeOfMailbox = ({ campaign, keys }: Mailbox) => `
  select max(found) as address_key from (
    select (select k.address_key from pledge k
      where k.address_key = each.key and k.state = 'counted' and k.campaign_id is not distinct from ${campaign}) as found
    from unnest(string_to_array(${keys}, ' ')) as each(key)) twins`

/**
 * SQL condition: the pledge `k` bars its mailbox, because a correction has taken it out of the count, or out of those that wait for it. Until that
 * is undone, no other pledge of the mailbox counts in this campaign.
 */
const bars = `k.state = 'invalid' and k.own_state in ('counted', 'held', 'review')`

/**
 * SQL of a subquery of at most one row: the key of a pledge of the mailbox that does not count, and whether one of them bars it. A new pledge of the mailbox gets
 * this key, so that all its pledges in a campaign have one key, and a correction finds them by it after the rule or the secret of keys has changed.
 */
export const otherTwin = ({ campaign, keys }: Mailbox) => `
  select twin.* from unnest(string_to_array(${keys}, ' ')) as each(key)
  cross join lateral (
    select k.address_key, ${bars} as is_barred from pledge k
    where k.address_key = each.key and k.state <> 'counted' and k.campaign_id is not distinct from ${campaign} order by 2 desc limit 1) twin
  order by 2 desc limit 1`

/** SQL condition: the mailbox of the pledge `p` is barred by another pledge of it. */
export const isMailboxBarred = (p: string) => `exists (
  select from pledge k where k.address_key = ${p}.address_key and k.state <> 'counted' and k.campaign_id is not distinct from ${p}.campaign_id
    and k.person_id <> ${p}.person_id and ${bars})`
