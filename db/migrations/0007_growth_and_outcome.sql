-- How a campaign grew, and how it ended.

-- The pledges that were counted on one day (UTC). Written with the counter of the campaign, under its lock.
create table campaign_day (
  campaign_id uuid not null references campaign on delete cascade,
  day         date not null,
  added       bigint not null check (added >= 0),
  primary key (campaign_id, day)
) with (fillfactor = 50);
insert into campaign_day (campaign_id, day, added)
select campaign_id, (counted_at at time zone 'UTC')::date, count(*) from pledge where state = 'counted' group by 1, 2;

-- The statement of a victory stands with the campaign too: it stays when the update that told of it is deleted.
alter table campaign add column outcome_html text not null default '';
comment on column campaign.outcome is 'How it ended, in the words of its sources or of whoever declared the victory.';
comment on column campaign.outcome_html is 'The same as HTML where it was written as Markdown; empty where the words are plain.';
update campaign c set outcome = u.body, outcome_html = u.body_html
from (
  select distinct on (campaign_id) campaign_id, body, body_html from campaign_update
  where title = 'Victory' order by campaign_id, created_at desc, id desc) u
where u.campaign_id = c.id and c.status in ('victory', 'archived') and c.outcome is null and not c.is_historical;
