-- A search for a company finds the campaigns about it. Their words come from two tables, so triggers keep them.
alter table campaign alter column words drop expression, alter column words set default '';
comment on column campaign.words is 'The words of title, summary and the names of the target, for the search. Triggers keep them.';

create function campaign_words_of(title text, summary text, target_id uuid) returns tsvector language sql stable as $$
  select public.word_vector(title || ' ' || summary) || coalesce((select t.words from public.target t where t.id = target_id), '') $$;

create function keep_campaign_words() returns trigger language plpgsql as $$
begin
  new.words := public.campaign_words_of(new.title, new.summary, new.target_id);
  return new;
end $$;
create trigger keep_campaign_words before insert or update of title, summary, target_id on campaign for each row execute function keep_campaign_words();

create function keep_words_about_target() returns trigger language plpgsql as $$
begin
  perform from public.campaign where target_id = new.id order by id for update;
  update public.campaign set words = public.campaign_words_of(title, summary, target_id) where target_id = new.id;
  return null;
end $$;
create trigger keep_words_about_target after update of name, former_names on target for each row
  when (old.words is distinct from new.words) execute function keep_words_about_target();

update campaign set words = campaign_words_of(title, summary, target_id) where target_id is not null;
