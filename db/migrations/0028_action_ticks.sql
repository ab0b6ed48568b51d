-- An action keeps its id for as long as its words stay, wherever it moves in its campaign's list.
alter table campaign_action add column id uuid not null default uuid_v7();
alter table campaign_action drop constraint campaign_action_pkey;
alter table campaign_action add primary key (id);
-- Checked at the end of a statement, so that one statement can reorder a list.
alter table campaign_action add unique (campaign_id, sort_order) deferrable initially immediate;

create table campaign_action_tick (
  person_id uuid not null references person on delete cascade,
  action_id uuid not null references campaign_action on delete cascade,
  ticked_at timestamptz not null default now(),
  primary key (person_id, action_id)
);
comment on table campaign_action_tick is 'Actions that a supporter has marked as done. Only that person ever reads them.';
create index on campaign_action_tick (action_id);

-- Ten supporters are a milestone for the creator from now on; campaigns that already have them send no notification about it.
insert into campaign_milestone (campaign_id, number)
select campaign_id, 10 from campaign_stats where supporters >= 10
on conflict do nothing;
