-- What campaigns are about (targets, industries, causes): the order of their lists, and how their supporters grew.

-- Its rows come and go with those of target, industry and cause. `campaigns` is always what tally says; supporters,
-- yearly_cents and score may lag, since only the order of lists comes from here: what is shown is read from tally.
create table subject_rank (
  subject_id uuid primary key,
  kind text not null check (kind in ('target', 'industry', 'cause')),
  industry_id uuid references industry (id),
  sort_name text not null,
  campaigns bigint not null default 0,
  supporters bigint not null default 0,
  yearly_cents numeric(30, 0) not null default 0,
  score double precision not null default 0
);
comment on column subject_rank.score is 'The sum of its active campaigns'' trending scores, kept as campaign_rank keeps one: logarithm + 0.4 x days since 2020-01-01 UTC, 0 for none.';
comment on column subject_rank.industry_id is 'Of a target.';

create function keep_subject_rank() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from public.subject_rank where subject_id = old.id;
    return old;
  end if;
  if tg_table_name = 'target' then
    insert into public.subject_rank (subject_id, kind, industry_id, sort_name) values (new.id, 'target', new.industry_id, public.norm(new.name))
    on conflict (subject_id) do update set industry_id = excluded.industry_id, sort_name = excluded.sort_name;
  else
    insert into public.subject_rank (subject_id, kind, sort_name) values (new.id, tg_table_name, public.norm(new.name))
    on conflict (subject_id) do update set sort_name = excluded.sort_name;
  end if;
  return new;
end $$;
create trigger keep_subject_rank after insert or delete on target for each row execute function keep_subject_rank();
create trigger keep_subject_rank_anew after update of name, industry_id on target for each row execute function keep_subject_rank();
create trigger keep_subject_rank after insert or delete on industry for each row execute function keep_subject_rank();
create trigger keep_subject_rank_anew after update of name on industry for each row execute function keep_subject_rank();
create trigger keep_subject_rank after insert or delete on cause for each row execute function keep_subject_rank();
create trigger keep_subject_rank_anew after update of name on cause for each row execute function keep_subject_rank();

create function keep_ranked_campaigns() returns trigger language plpgsql as $$
begin
  update public.subject_rank set campaigns = new.campaigns where subject_id = new.subject_id and campaigns <> new.campaigns;
  return null;
end $$;
create trigger keep_ranked_campaigns after insert on tally for each row when (new.campaigns <> 0) execute function keep_ranked_campaigns();
create trigger keep_ranked_campaigns_anew after update on tally for each row when (old.campaigns is distinct from new.campaigns)
  execute function keep_ranked_campaigns();

insert into subject_rank (subject_id, kind, industry_id, sort_name, campaigns, supporters, yearly_cents)
select s.id, s.kind, s.industry_id, norm(s.name), coalesce(t.campaigns, 0), coalesce(t.supporters, 0), coalesce(t.yearly_cents, 0)
from (select id, 'target' as kind, industry_id, name from target
  union all select id, 'industry', null, name from industry
  union all select id, 'cause', null, name from cause) s
left join tally t on t.subject_id = s.id;

create index on subject_rank (kind, sort_name, subject_id);
create index on subject_rank (kind, campaigns desc, subject_id desc);
create index on subject_rank (kind, supporters desc, subject_id desc);
create index on subject_rank (kind, yearly_cents desc, subject_id desc);
create index on subject_rank (kind, score desc, subject_id desc);
create index on subject_rank (industry_id, sort_name, subject_id) where industry_id is not null;
create index on subject_rank (industry_id, campaigns desc, subject_id desc) where industry_id is not null;
create index on subject_rank (industry_id, supporters desc, subject_id desc) where industry_id is not null;
create index on subject_rank (industry_id, yearly_cents desc, subject_id desc) where industry_id is not null;

-- By how many the distinct supporters of a subject changed on a day (UTC). All its days together are what tally says.
create table tally_day (
  subject_id uuid not null,
  day date not null,
  added bigint not null,
  primary key (subject_id, day)
) with (fillfactor = 50);

insert into tally_day (subject_id, day, added)
select subject_id, day, count(*) from (
  select t.subject_id, t.person_id, min((p.counted_at at time zone 'UTC')::date) as day
  from campaign c join target g on g.id = c.target_id
  cross join lateral (
    select '00000000-0000-0000-0000-000000000000'::uuid as subject_id
    union all select g.id
    union all select g.industry_id where g.industry_id is not null
    union all select cc.cause_id from campaign_cause cc where cc.campaign_id = c.id) s
  join pledge p on p.campaign_id = c.id and p.state = 'counted'
  join tally_supporter t on t.subject_id = s.subject_id and t.person_id = p.person_id and t.n > 0
  where c.status = 'active'
  group by t.subject_id, t.person_id) entered
group by subject_id, day;

-- What waits in the log or in a campaign's change stands on the day of this migration.
insert into tally_day as d (subject_id, day, added)
select t.subject_id, (now() at time zone 'UTC')::date, t.supporters - coalesce(k.added, 0)
from tally t left join (select subject_id, sum(added) as added from tally_day group by subject_id) k using (subject_id)
where t.supporters <> coalesce(k.added, 0)
on conflict (subject_id, day) do update set added = d.added + excluded.added;
