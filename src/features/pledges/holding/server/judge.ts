import { networkBudget, newHours, quickForms, quickSeconds, sameBrowser, uncommonDomains } from '../terms.ts'

/** Maximum number of joins of a network within an hour that are compared, the newest first. */
const lookedAt = 2_000

/**
 * SQL for the common table expressions that judge the joins of new accounts: `judgement` has a row for each, with `is_over` (its network has
 * exceeded its budget in this campaign) and `signals`. A join is held only if it has both, because many people share a network. A signal is what
 * the join has in common with many others of its network within an hour. `ask` has
 * the joins with their signals as JSON, `asker` their people.
 *
 * Each join is compared with the stored ones, also under the network's and the browser's hash of the week before, and with those before it in the
 * batch. The hash of a mail domain differs between weeks, so different domains are counted for each week and for the batch, and the largest number counts.
 */
export const judgeJoins = `
sent as materialized (
  select ask.campaign_id, ask.person_id, ask.place, s.*, coalesce(f.form_seconds < ${quickSeconds},
    not exists (select from auth_account a where a.person_id = ask.person_id and a.provider_id <> 'credential')) as is_quick
  from ask join asker on asker.id = ask.person_id and asker.created_at > now() - interval '${newHours} hours'
  cross join lateral jsonb_to_record(ask.signal) as s(at timestamptz, network text, network_before text, browser text, browser_before text, mail_domain text, is_common_domain boolean)
  left join sign_up_signal f on f.person_id = ask.person_id
  where ask.signal is not null),
recent as materialized (
  select n.campaign_id, n.network, counts.*
  from (select campaign_id, network, max(network_before) as network_before, max(at) as at from sent group by 1, 2) n
  cross join lateral (
    select count(*) filter (where s.at > n.at - interval '1 minute') as minute, count(*) filter (where s.at > n.at - interval '5 minutes') as five_minutes,
      count(*) as hour, count(*) filter (where s.is_quick) as quick, count(*) filter (where not s.is_common_domain) as uncommon,
      greatest(count(distinct s.mail_domain) filter (where not s.is_common_domain and s.network = n.network),
        count(distinct s.mail_domain) filter (where not s.is_common_domain and s.network <> n.network)) as domains
    from unnest(array[n.network, n.network_before]) as label
    cross join lateral (select * from join_signal s where s.campaign_id = n.campaign_id and s.network = label and s.at > n.at - interval '1 hour'
      order by s.at desc limit ${lookedAt}) s) counts),
browsers as materialized (
  select b.campaign_id, b.network, b.browser, (select count(*) from (values (b.network, b.browser), (b.network_before, b.browser_before)) as label(network, browser)
    cross join lateral (select from join_signal s where s.campaign_id = b.campaign_id and s.network = label.network and s.browser = label.browser
      and s.at > b.at - interval '1 hour' limit ${lookedAt}) s) as joins
  from (select campaign_id, network, browser, max(network_before) as network_before, max(browser_before) as browser_before, max(at) as at from sent group by 1, 2, 3) b),
batch as (
  select *, count(*) over earlier as earlier, count(*) filter (where is_quick) over earlier as earlier_quick,
    count(*) filter (where not is_common_domain) over earlier as earlier_uncommon, count(*) filter (where not is_common_domain and is_first_of_domain) over earlier as earlier_domains,
    row_number() over (partition by campaign_id, network, browser order by place) - 1 as earlier_browser
  from (select *, row_number() over (partition by campaign_id, network, mail_domain order by place) = 1 as is_first_of_domain from sent) sent
  window earlier as (
    partition by campaign_id, network order by place rows between unbounded preceding and 1 preceding)),
judgement as materialized (
  select s.*, r.minute + s.earlier >= ${networkBudget.minute} or r.five_minutes + s.earlier >= ${networkBudget.fiveMinutes} as is_over,
    array_remove(array[
      case when s.is_quick and r.quick + s.earlier_quick >= ${quickForms} and (r.quick + s.earlier_quick) * 4 > r.hour + s.earlier then 'form' end,
      case when not s.is_common_domain and greatest(r.domains, s.earlier_domains) > ${uncommonDomains} and (r.uncommon + s.earlier_uncommon) * 2 > r.hour + s.earlier then 'domains' end,
      case when b.joins + s.earlier_browser > ${sameBrowser} and (b.joins + s.earlier_browser) * 2 > r.hour + s.earlier then 'browser' end], null) as signals
  from batch s join recent r using (campaign_id, network) join browsers b using (campaign_id, network, browser))`

/** SQL condition on a row of `judgement` or `join_signal`. */
export const isSuspect = `is_over and signals <> '{}'`

/** SQL that keeps the signals of the pledges that `taken` has inserted. */
export const keepSignals = `
  insert into join_signal (campaign_id, person_id, at, network, network_before, browser, mail_domain, is_common_domain, is_quick, is_over, signals, held_at)
  select j.campaign_id, j.person_id, j.at, j.network, j.network_before, j.browser, j.mail_domain, j.is_common_domain, j.is_quick, j.is_over, j.signals,
    case when taken.state = 'held' then j.at end
  from judgement j join taken using (campaign_id, person_id)`

/**
 * SQL that judges a join again when its address is confirmed, by the confirmations of its network under its own and last week's hash: `s` is its row
 * of `join_signal`. The signals are those of the join.
 */
export const isOverAtConfirmation = `s.is_over or exists (
  select from (
    select count(*) filter (where o.confirmed_at > now() - interval '1 minute') as minute, count(*) as five_minutes
    from unnest(array[s.network, s.network_before]) as label
    cross join lateral (select confirmed_at from join_signal o where o.campaign_id = s.campaign_id and o.network = label
      and o.confirmed_at > now() - interval '5 minutes' limit ${lookedAt}) o) o
  where o.minute >= ${networkBudget.minute} or o.five_minutes >= ${networkBudget.fiveMinutes})`
