-- An invalidation of the whole site can take out many pledges of one person, so its number of pledges is shown by its number of people.
alter table invalidation add column people bigint check (people >= 0), add column restored_people bigint check (restored_people >= 0);
comment on column invalidation.people is 'People whose pledges it has taken out; null until it has ended, and for one campaign, where a person has one pledge.';
comment on column invalidation.restored_people is 'How many of these people no longer have a pledge in it after its latest undo; null before one has ended.';
update invalidation i set people = (select count(distinct c.person_id) from pledge_correction c where c.invalidation_id = i.id)
  where campaign_id is null and state in ('done', 'stopped');
