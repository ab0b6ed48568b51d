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
 * SQL of a subquery like `countedPledgeOfMailbox` that returns the key of a pledge that does not count. A new pledge of the mailbox gets this key, so that all
 * its pledges in a campaign have one key, and a correction finds them by it after the rule or the secret of keys has changed.
 */
export const otherTwin = ({ campaign, keys }: Mailbox) => `
  select max(found) as address_key from (
    select (select k.address_key from pledge k
      where k.address_key = each.key and k.state <> 'counted' and k.campaign_id is not distinct from ${campaign} limit 1) as found
    from unnest(string_to_array(${keys}, ' ')) as each(key)) twins`
