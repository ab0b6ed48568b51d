-- Made by `npm run schema` from db/migrations: read this to see the data, change the migrations.

SET check_function_bodies = off;

CREATE EXTENSION pg_trgm;
CREATE EXTENSION unaccent;

CREATE OR REPLACE FUNCTION public.near_words(word text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select case when length(word) between 3 and 40
    then array(select distinct left(word, at - 1) || substr(word, at + 1) from generate_series(1, length(word)) as at) || word
    else '{}'::text[] end $function$;

CREATE OR REPLACE FUNCTION public.norm(words text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$ select lower(public.unaccent('public.unaccent'::regdictionary, words)) $function$;

CREATE OR REPLACE FUNCTION public.plain_words(given text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select btrim(regexp_replace(translate(public.norm(given), '''’‘`´ʼ', ''),
    '[\u0001-\u002f\u003a-\u0060\u007b-\u00bf\u00d7\u00f7\u2000-\u206f\u20a0-\u20cf\u2190-\u2bff\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020\u3030\u303d-\u303f\u30fb\ufe0f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\ufffd]+', ' ', 'g')) $function$;

CREATE OR REPLACE FUNCTION public.uuid_v7()
 RETURNS uuid
 LANGUAGE sql
 SET search_path TO 'pg_catalog'
AS $function$
  select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid
$function$;

CREATE OR REPLACE FUNCTION public.visible_campaign(viewer uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE
AS $function$
  select c.id from public.campaign c where c.creator_id = viewer or (select true from public.public_campaign p where p.id = c.id) $function$;

CREATE OR REPLACE FUNCTION public.visible_chat_message(viewer uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE
AS $function$
  select m.id from public.campaign_chat_message m where (select true from public.visible_campaign(viewer) as seen(id) where seen.id = m.campaign_id) $function$;

CREATE OR REPLACE FUNCTION public.visible_comment(viewer uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE
AS $function$
  select s.id from public.comment s where s.removed_at is null
    and (s.campaign_id is null or (select true from public.visible_campaign(viewer) as seen(id) where seen.id = s.campaign_id))
    and (s.post_id is null or (select true from public.visible_post(viewer) as seen(id) where seen.id = s.post_id)) $function$;

CREATE OR REPLACE FUNCTION public.visible_community(viewer uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE
AS $function$
  select c.id from public.community c where c.privacy = 'public'
    or (select m.status = 'active' from public.community_member m where m.community_id = c.id and m.person_id = viewer) $function$;

CREATE OR REPLACE FUNCTION public.visible_community_card(viewer uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE
AS $function$ select g.id from public.community g $function$;

CREATE OR REPLACE FUNCTION public.visible_post(viewer uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE
AS $function$
  select p.id from public.community_post p where (select true from public.visible_community(viewer) as seen(id) where seen.id = p.community_id) $function$;

CREATE OR REPLACE FUNCTION public.visible_profile(viewer uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE
AS $function$
  select q.id from public.person q where q.deleted_at is null and q.suspended_at is null $function$;

CREATE OR REPLACE FUNCTION public.visible_target(viewer uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE
AS $function$ select t.id from public.target t $function$;

CREATE OR REPLACE FUNCTION public.visible_update(viewer uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE
AS $function$
  select u.id from public.campaign_update u where (select true from public.visible_campaign(viewer) as seen(id) where seen.id = u.campaign_id) $function$;

CREATE OR REPLACE FUNCTION public.word_list(given text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select array(select distinct left(word, 64) from unnest(string_to_array(public.plain_words(given), ' ')) as word where word <> '') $function$;

CREATE OR REPLACE FUNCTION public.word_vector(given text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select array_to_tsvector(public.word_list(given)) $function$;

CREATE TABLE schema_migration (
    name text NOT NULL,
    checksum text NOT NULL,
    applied_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT schema_migration_pkey PRIMARY KEY (name)
);

CREATE TABLE person (
    id uuid NOT NULL,
    email text,
    email_verified boolean DEFAULT false NOT NULL,
    counting_from timestamp with time zone,
    full_name text DEFAULT ''::text NOT NULL,
    first_name text DEFAULT ''::text NOT NULL,
    last_name text DEFAULT ''::text NOT NULL,
    display_name text NOT NULL,
    username text,
    display_username text,
    avatar_url text,
    bio text DEFAULT ''::text NOT NULL,
    role text DEFAULT 'member'::text NOT NULL,
    suspended_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    avatar_media_id uuid,
    allow_dms boolean DEFAULT true NOT NULL,
    notify_email boolean DEFAULT true NOT NULL,
    notify_dms boolean DEFAULT true NOT NULL,
    notify_campaign_updates boolean DEFAULT true NOT NULL,
    notify_recommendations boolean DEFAULT true NOT NULL,
    deleted_at timestamp with time zone,
    shown_words tsvector GENERATED ALWAYS AS (word_vector((first_name || ' '::text) || "left"(last_name, 1))) STORED NOT NULL,
    confirmed_by_link_alone boolean DEFAULT false NOT NULL,
    pledge_privately boolean DEFAULT true NOT NULL,
    has_dismissed_shown_pledges boolean DEFAULT false NOT NULL,
    suspended_until timestamp with time zone,
    CONSTRAINT person_pkey PRIMARY KEY (id),
    CONSTRAINT person_avatar_media_id_key UNIQUE (avatar_media_id),
    CONSTRAINT person_email_key UNIQUE (email),
    CONSTRAINT person_username_key UNIQUE (username),
    CONSTRAINT confirmed_has_address CHECK (email IS NOT NULL OR NOT email_verified),
    CONSTRAINT deleted_keeps_nothing CHECK (deleted_at IS NULL OR email IS NULL AND username IS NULL AND display_username IS NULL AND avatar_url IS NULL AND avatar_media_id IS NULL AND bio = ''::text AND full_name = ''::text AND first_name = ''::text AND last_name = ''::text AND display_name = '[deleted]'::text),
    CONSTRAINT person_bio_check CHECK (length(bio) <= 500),
    CONSTRAINT person_display_name_check CHECK (length(display_name) <= 100),
    CONSTRAINT person_email_check CHECK (email = lower(email) AND length(email) <= 254),
    CONSTRAINT person_full_name_check CHECK (length(full_name) <= 100),
    CONSTRAINT person_role_check CHECK (role = ANY (ARRAY['member'::text, 'moderator'::text, 'admin'::text])),
    CONSTRAINT person_username_check CHECK (username = lower(username) AND username ~ '^[a-z0-9_]{3,30}$'::text),
    CONSTRAINT suspension_ends CHECK (suspended_until IS NULL OR suspended_at IS NOT NULL)
);
COMMENT ON COLUMN person.email_verified IS 'Confirmed by mail or by a provider; never merely because no mail is configured.';
COMMENT ON COLUMN person.counting_from IS 'From this moment the person''s pledges count; null while the e-mail is unconfirmed.';
COMMENT ON COLUMN person.confirmed_by_link_alone IS 'The address was confirmed by the mailed link in a browser that was not signed in as this person. The account can still be claimed by whoever proves the address again.';
COMMENT ON COLUMN person.has_dismissed_shown_pledges IS 'This person has dismissed the notice that pledges from before 0027 are on the profile.';
CREATE INDEX person_display_words ON person USING gin (word_vector(display_name)) WITH (fastupdate=off);
CREATE INDEX person_newest ON person USING btree (created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX person_shown_words ON person USING gin (shown_words) WITH (fastupdate=off);
CREATE INDEX person_staff ON person USING btree (role) WHERE role <> 'member'::text;
CREATE INDEX person_suspended ON person USING btree (suspended_until) WHERE suspended_at IS NOT NULL;

CREATE TABLE auth_session (
    id uuid NOT NULL,
    token text NOT NULL,
    person_id uuid NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    ip_address text,
    user_agent text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT auth_session_pkey PRIMARY KEY (id),
    CONSTRAINT auth_session_token_key UNIQUE (token),
    CONSTRAINT auth_session_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE
);
CREATE INDEX auth_session_person_id_idx ON auth_session USING btree (person_id);
CREATE OR REPLACE FUNCTION public.drop_pushes_of_ended_session()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.expires_at > now() then
    delete from public.push_subscription where session_id = old.id;
  end if;
  return old;
end $function$;
CREATE TRIGGER drop_pushes_of_ended_session BEFORE DELETE ON auth_session FOR EACH ROW EXECUTE FUNCTION drop_pushes_of_ended_session();
CREATE OR REPLACE FUNCTION public.refuse_for_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  whose uuid;
  gone timestamptz;
begin
  if tg_table_name = 'media' then whose := new.owner_id;
  elsif tg_table_name = 'community_post' then whose := new.author_id;
  elsif tg_table_name = 'community_invite' then whose := new.created_by;
  else whose := new.person_id;
  end if;
  select deleted_at into gone from public.person where id = whose for key share;
  if gone is not null then
    raise exception 'This account is deleted.' using errcode = 'HD001';
  end if;
  return new;
end $function$;
CREATE TRIGGER refuse_for_deleted BEFORE INSERT ON auth_session FOR EACH ROW EXECUTE FUNCTION refuse_for_deleted();

CREATE TABLE auth_account (
    id uuid NOT NULL,
    person_id uuid NOT NULL,
    provider_id text NOT NULL,
    account_id text NOT NULL,
    access_token text,
    refresh_token text,
    id_token text,
    access_token_expires_at timestamp with time zone,
    refresh_token_expires_at timestamp with time zone,
    scope text,
    password text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT auth_account_pkey PRIMARY KEY (id),
    CONSTRAINT auth_account_provider_id_account_id_key UNIQUE (provider_id, account_id),
    CONSTRAINT auth_account_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE
);
CREATE INDEX auth_account_person_id_idx ON auth_account USING btree (person_id);
CREATE TRIGGER refuse_for_deleted BEFORE INSERT ON auth_account FOR EACH ROW EXECUTE FUNCTION refuse_for_deleted();

CREATE TABLE auth_verification (
    id uuid NOT NULL,
    identifier text NOT NULL,
    value text NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT auth_verification_pkey PRIMARY KEY (id)
);
CREATE INDEX auth_verification_identifier_idx ON auth_verification USING btree (identifier);

CREATE TABLE industry (
    id uuid NOT NULL,
    slug text NOT NULL,
    name text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT industry_pkey PRIMARY KEY (id),
    CONSTRAINT industry_slug_key UNIQUE (slug),
    CONSTRAINT industry_description_check CHECK (length(description) <= 2000),
    CONSTRAINT industry_name_check CHECK (length(name) >= 2 AND length(name) <= 80)
);
CREATE UNIQUE INDEX industry_name_key ON industry USING btree (norm(name));
CREATE OR REPLACE FUNCTION public.keep_subject_rank()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;
CREATE TRIGGER keep_subject_rank AFTER INSERT OR DELETE ON industry FOR EACH ROW EXECUTE FUNCTION keep_subject_rank();
CREATE TRIGGER keep_subject_rank_anew AFTER UPDATE OF name ON industry FOR EACH ROW EXECUTE FUNCTION keep_subject_rank();

CREATE TABLE cause (
    id uuid NOT NULL,
    slug text NOT NULL,
    name text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    icon text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT cause_pkey PRIMARY KEY (id),
    CONSTRAINT cause_slug_key UNIQUE (slug),
    CONSTRAINT cause_description_check CHECK (length(description) <= 2000),
    CONSTRAINT cause_name_check CHECK (length(name) >= 1 AND length(name) <= 80 AND POSITION((','::text) IN (name)) = 0)
);
CREATE UNIQUE INDEX cause_name_key ON cause USING btree (norm(name));
CREATE TRIGGER keep_subject_rank AFTER INSERT OR DELETE ON cause FOR EACH ROW EXECUTE FUNCTION keep_subject_rank();
CREATE TRIGGER keep_subject_rank_anew AFTER UPDATE OF name ON cause FOR EACH ROW EXECUTE FUNCTION keep_subject_rank();

CREATE TABLE target (
    id uuid NOT NULL,
    slug text NOT NULL,
    name text NOT NULL,
    industry_id uuid,
    website_url text,
    description text DEFAULT ''::text NOT NULL,
    is_fictional boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    words tsvector GENERATED ALWAYS AS (word_vector(name)) STORED NOT NULL,
    logo_url text,
    logo_media_id uuid,
    CONSTRAINT target_pkey PRIMARY KEY (id),
    CONSTRAINT target_logo_media_id_key UNIQUE (logo_media_id),
    CONSTRAINT target_slug_key UNIQUE (slug),
    CONSTRAINT target_description_check CHECK (length(description) <= 2000),
    CONSTRAINT target_logo_check CHECK (logo_media_id IS NULL OR logo_url IS NOT NULL),
    CONSTRAINT target_logo_url_check CHECK (length(logo_url) <= 200),
    CONSTRAINT target_name_check CHECK (length(name) >= 1 AND length(name) <= 80),
    CONSTRAINT target_website_url_check CHECK (length(website_url) <= 2048),
    CONSTRAINT target_industry_id_fkey FOREIGN KEY (industry_id) REFERENCES industry(id)
);
CREATE INDEX target_industry_id_idx ON target USING btree (industry_id);
CREATE INDEX target_name_id_norm_idx ON target USING btree (name, id, norm(name));
CREATE UNIQUE INDEX target_name_key ON target USING btree (norm(name));
CREATE INDEX target_name_trgm ON target USING gin (norm(name) gin_trgm_ops);
CREATE INDEX target_slug_idx ON target USING btree (slug text_pattern_ops);
CREATE INDEX target_words ON target USING gin (words) WITH (fastupdate=off);
CREATE OR REPLACE FUNCTION public.keep_search_words()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  found text[];
begin
  if tg_table_name = 'campaign' then
    if new.status = 'draft' then return null; end if;
    found := tsvector_to_array(new.words);
  elsif tg_table_name = 'target' then
    found := tsvector_to_array(new.words);
  else
    found := tsvector_to_array(new.words) || public.word_list(array_to_string(new.tags, ' '));
  end if;
  found := array(select given.word from unnest(found) as given(word) where not exists (select from public.search_word s where s.word = given.word));
  if cardinality(found) = 0 then return null; end if;
  perform pg_advisory_xact_lock(7265417);
  insert into public.search_word (word) select distinct word from unnest(found) as word order by word on conflict do nothing;
  return null;
end $function$;
CREATE CONSTRAINT TRIGGER keep_search_words AFTER INSERT OR UPDATE OF name ON target DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION keep_search_words();
CREATE TRIGGER keep_subject_rank AFTER INSERT OR DELETE ON target FOR EACH ROW EXECUTE FUNCTION keep_subject_rank();
CREATE TRIGGER keep_subject_rank_anew AFTER UPDATE OF name, industry_id ON target FOR EACH ROW EXECUTE FUNCTION keep_subject_rank();

CREATE TABLE media (
    id uuid NOT NULL,
    owner_id uuid,
    purpose text NOT NULL,
    content_hash text NOT NULL,
    width integer NOT NULL,
    height integer NOT NULL,
    bytes integer NOT NULL,
    placeholder text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    formats text[] DEFAULT '{webp}'::text[] NOT NULL,
    is_generated boolean DEFAULT false NOT NULL,
    CONSTRAINT media_pkey PRIMARY KEY (id),
    CONSTRAINT media_formats_check CHECK (formats <@ '{avif,webp,jpeg}'::text[] AND ('webp'::text = ANY (formats))),
    CONSTRAINT media_purpose_check CHECK (purpose = ANY (ARRAY['campaign_cover'::text, 'attachment'::text, 'avatar'::text, 'logo'::text, 'community_logo'::text, 'community_banner'::text])),
    CONSTRAINT media_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES person(id) ON DELETE SET NULL
);
COMMENT ON COLUMN media.placeholder IS 'A tiny blurred preview as a data: address, shown until the picture is there.';
CREATE INDEX media_owner_id_created_at_idx ON media USING btree (owner_id, created_at);
CREATE TRIGGER refuse_for_deleted BEFORE INSERT ON media FOR EACH ROW WHEN (new.owner_id IS NOT NULL) EXECUTE FUNCTION refuse_for_deleted();

CREATE TABLE campaign (
    id uuid NOT NULL,
    slug text,
    status text NOT NULL,
    title text NOT NULL,
    summary text DEFAULT ''::text NOT NULL,
    body text DEFAULT ''::text NOT NULL,
    body_html text DEFAULT ''::text NOT NULL,
    why_it_matters text DEFAULT ''::text NOT NULL,
    cover_media_id uuid,
    impact_mode text NOT NULL,
    product_service text,
    currency text,
    spend_cents bigint,
    duration_basis text,
    yearly_cents bigint GENERATED ALWAYS AS ( CASE WHEN impact_mode = 'monetary'::text THEN spend_cents * CASE duration_basis WHEN 'weekly'::text THEN 52 WHEN 'monthly'::text THEN 12 ELSE 1 END ELSE NULL::bigint END) STORED,
    non_monetary_unit text,
    supporters_goal bigint,
    impact_goal bigint,
    creator_id uuid,
    target_id uuid,
    draft_target_name text,
    draft_target_website text,
    draft_industry_id uuid,
    draft_industry_name text,
    draft_causes jsonb DEFAULT '[]'::jsonb NOT NULL,
    is_historical boolean DEFAULT false NOT NULL,
    started_on date,
    ended_on date,
    outcome text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    published_at timestamp with time zone,
    outcome_html text DEFAULT ''::text NOT NULL,
    title_words tsvector GENERATED ALWAYS AS (word_vector(title)) STORED NOT NULL,
    words tsvector GENERATED ALWAYS AS (word_vector((title || ' '::text) || summary)) STORED NOT NULL,
    moderation text,
    CONSTRAINT campaign_pkey PRIMARY KEY (id),
    CONSTRAINT campaign_slug_key UNIQUE (slug),
    CONSTRAINT campaign_body_check CHECK (length(body) <= 20000),
    CONSTRAINT campaign_currency_check CHECK (currency = 'USD'::text),
    CONSTRAINT campaign_duration_basis_check CHECK (duration_basis = ANY (ARRAY['one_time'::text, 'weekly'::text, 'monthly'::text, 'annual'::text])),
    CONSTRAINT campaign_impact_mode_check CHECK (impact_mode = ANY (ARRAY['monetary'::text, 'non_monetary'::text])),
    CONSTRAINT campaign_moderation_check CHECK (moderation = ANY (ARRAY['hidden'::text, 'removed'::text])),
    CONSTRAINT campaign_non_monetary_unit_check CHECK (length(non_monetary_unit) <= 60),
    CONSTRAINT campaign_product_service_check CHECK (length(product_service) <= 120),
    CONSTRAINT campaign_slug_of_published CHECK ((status = 'draft'::text) = (slug IS NULL)),
    CONSTRAINT campaign_spend_cents_check CHECK (spend_cents >= 1 AND spend_cents <= 10000000),
    CONSTRAINT campaign_status_check CHECK (status = ANY (ARRAY['draft'::text, 'active'::text, 'victory'::text, 'archived'::text])),
    CONSTRAINT campaign_summary_check CHECK (length(summary) <= 120),
    CONSTRAINT campaign_supporters_goal_check CHECK (supporters_goal >= 1 AND supporters_goal <= 1000000000),
    CONSTRAINT campaign_title_check CHECK (length(title) >= 10 AND length(title) <= 120),
    CONSTRAINT campaign_why_it_matters_check CHECK (length(why_it_matters) <= 5000),
    CONSTRAINT draft_has_target CHECK (status <> 'draft'::text OR target_id IS NOT NULL OR draft_target_name IS NOT NULL),
    CONSTRAINT history_has_no_creator CHECK (is_historical = (creator_id IS NULL)),
    CONSTRAINT impact_fields CHECK (impact_mode = 'monetary'::text AND product_service IS NOT NULL AND spend_cents IS NOT NULL AND duration_basis IS NOT NULL AND currency IS NOT NULL AND non_monetary_unit IS NULL OR impact_mode = 'non_monetary'::text AND non_monetary_unit IS NOT NULL AND spend_cents IS NULL AND duration_basis IS NULL),
    CONSTRAINT moderated_is_published CHECK (moderation IS NULL OR status <> 'draft'::text),
    CONSTRAINT published_has_everything CHECK (status = 'draft'::text OR published_at IS NOT NULL AND target_id IS NOT NULL AND summary <> ''::text AND draft_target_name IS NULL AND draft_target_website IS NULL AND draft_industry_id IS NULL AND draft_industry_name IS NULL AND draft_causes = '[]'::jsonb),
    CONSTRAINT campaign_cover_media_id_fkey FOREIGN KEY (cover_media_id) REFERENCES media(id) ON DELETE SET NULL,
    CONSTRAINT campaign_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES person(id),
    CONSTRAINT campaign_draft_industry_id_fkey FOREIGN KEY (draft_industry_id) REFERENCES industry(id),
    CONSTRAINT campaign_target_id_fkey FOREIGN KEY (target_id) REFERENCES target(id)
);
COMMENT ON COLUMN campaign.slug IS 'The last part of its address. Null for a draft, whose address is by id.';
COMMENT ON COLUMN campaign.yearly_cents IS 'Estimated impact of one supporter in a year, in integer cents.';
COMMENT ON COLUMN campaign.outcome IS 'How it ended, in the words of its sources or of whoever declared the victory.';
COMMENT ON COLUMN campaign.outcome_html IS 'The same as HTML where it was written as Markdown; empty where the words are plain.';
CREATE INDEX campaign_cover_media_id_idx ON campaign USING btree (cover_media_id);
CREATE INDEX campaign_creator_id_created_at_idx ON campaign USING btree (creator_id, created_at DESC);
CREATE INDEX campaign_slug_idx ON campaign USING btree (slug text_pattern_ops);
CREATE INDEX campaign_target_id_idx ON campaign USING btree (target_id);
CREATE INDEX campaign_title_words ON campaign USING gin (title_words) WITH (fastupdate=off);
CREATE INDEX campaign_words ON campaign USING gin (words) WITH (fastupdate=off);
CREATE CONSTRAINT TRIGGER keep_search_words AFTER INSERT OR UPDATE OF title, summary, status ON campaign DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION keep_search_words();

CREATE TABLE campaign_action (
    campaign_id uuid NOT NULL,
    sort_order integer NOT NULL,
    action_text text NOT NULL,
    id uuid DEFAULT uuid_v7() NOT NULL,
    CONSTRAINT campaign_action_pkey PRIMARY KEY (id),
    CONSTRAINT campaign_action_campaign_id_sort_order_key UNIQUE (campaign_id, sort_order) DEFERRABLE,
    CONSTRAINT campaign_action_action_text_check CHECK (length(action_text) >= 1 AND length(action_text) <= 280),
    CONSTRAINT campaign_action_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaign(id) ON DELETE CASCADE
);

CREATE TABLE campaign_alternative (
    campaign_id uuid NOT NULL,
    sort_order integer NOT NULL,
    name text NOT NULL,
    url text,
    note text,
    CONSTRAINT campaign_alternative_pkey PRIMARY KEY (campaign_id, sort_order),
    CONSTRAINT campaign_alternative_name_check CHECK (length(name) >= 1 AND length(name) <= 120),
    CONSTRAINT campaign_alternative_note_check CHECK (length(note) <= 500),
    CONSTRAINT campaign_alternative_url_check CHECK (length(url) <= 2048),
    CONSTRAINT campaign_alternative_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaign(id) ON DELETE CASCADE
);
CREATE OR REPLACE FUNCTION public.summary_due_of_alternatives()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into public.entry_summary_due (subject_id)
  select distinct s.subject_id
  from public.campaign_rank r cross join lateral unnest(array[r.target_id, r.industry_id] || r.cause_ids) as s(subject_id)
  where r.campaign_id in (select campaign_id from changed) and r.status = 'active' and s.subject_id is not null;
  return null;
end $function$;
CREATE TRIGGER summary_due AFTER INSERT ON campaign_alternative REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION summary_due_of_alternatives();
CREATE TRIGGER summary_due_on_delete AFTER DELETE ON campaign_alternative REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION summary_due_of_alternatives();
CREATE TRIGGER summary_due_on_update AFTER UPDATE ON campaign_alternative REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION summary_due_of_alternatives();

CREATE TABLE campaign_cause (
    campaign_id uuid NOT NULL,
    cause_id uuid NOT NULL,
    CONSTRAINT campaign_cause_pkey PRIMARY KEY (campaign_id, cause_id),
    CONSTRAINT campaign_cause_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaign(id) ON DELETE CASCADE,
    CONSTRAINT campaign_cause_cause_id_fkey FOREIGN KEY (cause_id) REFERENCES cause(id)
);
CREATE INDEX campaign_cause_cause_id_idx ON campaign_cause USING btree (cause_id);

CREATE TABLE campaign_source (
    campaign_id uuid NOT NULL,
    sort_order integer NOT NULL,
    description text NOT NULL,
    publisher text,
    url text NOT NULL,
    id uuid NOT NULL,
    CONSTRAINT campaign_source_pkey PRIMARY KEY (id),
    CONSTRAINT campaign_source_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaign(id) ON DELETE CASCADE
);
COMMENT ON COLUMN campaign_source.description IS 'Description of what the source shows; for a historical campaign, the title of the source.';
COMMENT ON COLUMN campaign_source.publisher IS 'Publisher of a source of a historical campaign; null where the host name is shown instead.';
CREATE INDEX campaign_source_campaign_id_sort_order_idx ON campaign_source USING btree (campaign_id, sort_order);

CREATE TABLE pledge (
    campaign_id uuid NOT NULL,
    person_id uuid NOT NULL,
    state text NOT NULL,
    is_private boolean NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    counted_at timestamp with time zone,
    address_key text,
    notice_version smallint,
    notice_at timestamp with time zone,
    own_state text,
    CONSTRAINT pledge_pkey PRIMARY KEY (campaign_id, person_id),
    CONSTRAINT invalid_has_own_state CHECK ((state = 'invalid'::text) = (own_state IS NOT NULL)),
    CONSTRAINT notice_has_time CHECK ((notice_version IS NULL) = (notice_at IS NULL)),
    CONSTRAINT pledge_address_key_check CHECK (length(address_key) = 64),
    CONSTRAINT pledge_check CHECK ((state = 'counted'::text) <= (counted_at IS NOT NULL)),
    CONSTRAINT pledge_notice_version_check CHECK (notice_version > 0),
    CONSTRAINT pledge_own_state_check CHECK (own_state = ANY (ARRAY['unconfirmed'::text, 'counted'::text, 'held'::text, 'repeated'::text])),
    CONSTRAINT pledge_state_check CHECK (state = ANY (ARRAY['unconfirmed'::text, 'counted'::text, 'held'::text, 'invalid'::text, 'repeated'::text])),
    CONSTRAINT pledge_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaign(id) ON DELETE CASCADE,
    CONSTRAINT pledge_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id)
);
COMMENT ON COLUMN pledge.state IS 'repeated: the mailbox already counts in this campaign through another account. invalid: a correction is in force.';
COMMENT ON COLUMN pledge.address_key IS 'Keyed hash of the canonical address under which this pledge or its counted twin counts; null for accounts without an address and for unconfirmed pledges.';
COMMENT ON COLUMN pledge.notice_version IS 'The notice about who can see a pledge that its person saw when they last chose (noticeVersion in pledges/policy.ts); null for pledges from before there was one.';
COMMENT ON COLUMN pledge.own_state IS 'The state that the pledge has without the corrections in force; null while there are none.';
CREATE INDEX pledge_counted_at_campaign_id_idx ON pledge USING btree (counted_at) INCLUDE (campaign_id) WHERE state = 'counted'::text;
CREATE INDEX pledge_created_at ON pledge USING brin (created_at) WITH (pages_per_range='16');
CREATE UNIQUE INDEX pledge_one_mailbox ON pledge USING btree (campaign_id, address_key) WHERE state = 'counted'::text;
CREATE INDEX pledge_person_id_created_at_idx ON pledge USING btree (person_id, created_at DESC);
CREATE INDEX pledge_repeated ON pledge USING btree (campaign_id, address_key) WHERE state = 'repeated'::text;
CREATE INDEX pledge_unconfirmed ON pledge USING btree (campaign_id) WHERE state = 'unconfirmed'::text;
CREATE INDEX pledge_without_key ON pledge USING btree (campaign_id) WHERE state = 'counted'::text AND address_key IS NULL;

CREATE TABLE campaign_stats (
    campaign_id uuid NOT NULL,
    is_open boolean NOT NULL,
    supporters bigint DEFAULT 0 NOT NULL,
    version bigint DEFAULT 0 NOT NULL,
    is_moderated boolean DEFAULT false NOT NULL,
    CONSTRAINT campaign_stats_pkey PRIMARY KEY (campaign_id),
    CONSTRAINT campaign_stats_supporters_check CHECK (supporters >= 0),
    CONSTRAINT campaign_stats_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaign(id) ON DELETE CASCADE
) WITH (fillfactor=50);

CREATE TABLE pledge_log (
    id bigserial,
    campaign_id uuid NOT NULL,
    person_id uuid NOT NULL,
    delta smallint NOT NULL,
    is_restored boolean DEFAULT false NOT NULL,
    CONSTRAINT pledge_log_pkey PRIMARY KEY (id),
    CONSTRAINT pledge_log_delta_check CHECK (delta = ANY (ARRAY['-1'::integer, 1]))
);
COMMENT ON COLUMN pledge_log.is_restored IS 'The pledge is no news for the creator: it had been counted before, or follows a twin.';

CREATE TABLE tally (
    subject_id uuid NOT NULL,
    kind text NOT NULL,
    supporters bigint DEFAULT 0 NOT NULL,
    campaigns bigint DEFAULT 0 NOT NULL,
    yearly_cents numeric(30,0) DEFAULT 0 NOT NULL,
    CONSTRAINT tally_pkey PRIMARY KEY (subject_id),
    CONSTRAINT tally_kind_check CHECK (kind = ANY (ARRAY['platform'::text, 'target'::text, 'industry'::text, 'cause'::text]))
) WITH (fillfactor=50);
CREATE OR REPLACE FUNCTION public.keep_ranked_campaigns()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update public.subject_rank set campaigns = new.campaigns where subject_id = new.subject_id and campaigns <> new.campaigns;
  return null;
end $function$;
CREATE TRIGGER keep_ranked_campaigns AFTER INSERT ON tally FOR EACH ROW WHEN (new.campaigns <> 0) EXECUTE FUNCTION keep_ranked_campaigns();
CREATE TRIGGER keep_ranked_campaigns_anew AFTER UPDATE ON tally FOR EACH ROW WHEN (old.campaigns IS DISTINCT FROM new.campaigns) EXECUTE FUNCTION keep_ranked_campaigns();

CREATE TABLE tally_supporter (
    subject_id uuid NOT NULL,
    person_id uuid NOT NULL,
    n integer NOT NULL,
    CONSTRAINT tally_supporter_pkey PRIMARY KEY (subject_id, person_id)
);

CREATE TABLE campaign_rank (
    campaign_id uuid NOT NULL,
    status text NOT NULL,
    target_id uuid NOT NULL,
    industry_id uuid,
    cause_ids uuid[] NOT NULL,
    supporters bigint NOT NULL,
    score double precision NOT NULL,
    published_at timestamp with time zone NOT NULL,
    yearly_cents numeric(30,0) DEFAULT 0 NOT NULL,
    CONSTRAINT campaign_rank_pkey PRIMARY KEY (campaign_id),
    CONSTRAINT campaign_rank_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaign(id) ON DELETE CASCADE
);
COMMENT ON COLUMN campaign_rank.score IS 'ln(trending score) + 0.4 x days since 2020-01-01 UTC, 0 for none: it stays as it is while the score fades.';
COMMENT ON COLUMN campaign_rank.yearly_cents IS 'Estimated impact in a year, as of the last refresh: for order and for telling which campaigns have any.';
CREATE INDEX campaign_rank_cause_ids_idx ON campaign_rank USING gin (cause_ids) WITH (fastupdate=off);
CREATE INDEX campaign_rank_impact ON campaign_rank USING btree (target_id, yearly_cents DESC, campaign_id) WHERE status = 'active'::text AND yearly_cents > 0::numeric;
CREATE INDEX campaign_rank_industry_id_status_published_at_campaign_id_idx ON campaign_rank USING btree (industry_id, status, published_at DESC, campaign_id DESC);
CREATE INDEX campaign_rank_industry_id_status_score_campaign_id_idx ON campaign_rank USING btree (industry_id, status, score DESC, campaign_id DESC);
CREATE INDEX campaign_rank_industry_id_status_supporters_campaign_id_idx ON campaign_rank USING btree (industry_id, status, supporters DESC, campaign_id DESC);
CREATE INDEX campaign_rank_status_published_at_campaign_id_idx ON campaign_rank USING btree (status, published_at DESC, campaign_id DESC);
CREATE INDEX campaign_rank_status_score_campaign_id_idx ON campaign_rank USING btree (status, score DESC, campaign_id DESC);
CREATE INDEX campaign_rank_status_supporters_campaign_id_idx ON campaign_rank USING btree (status, supporters DESC, campaign_id DESC);
CREATE INDEX campaign_rank_target_id_status_published_at_campaign_id_idx ON campaign_rank USING btree (target_id, status, published_at DESC, campaign_id DESC);
CREATE INDEX campaign_rank_target_id_status_score_campaign_id_idx ON campaign_rank USING btree (target_id, status, score DESC, campaign_id DESC);
CREATE INDEX campaign_rank_target_id_status_supporters_campaign_id_idx ON campaign_rank USING btree (target_id, status, supporters DESC, campaign_id DESC);
CREATE OR REPLACE FUNCTION public.summary_due_of_rank()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op <> 'INSERT' and old.status = 'active' then
    insert into public.entry_summary_due (subject_id)
    select subject_id from unnest(array[old.target_id, old.industry_id] || old.cause_ids) as s(subject_id) where subject_id is not null;
  end if;
  if tg_op <> 'DELETE' and new.status = 'active' then
    insert into public.entry_summary_due (subject_id)
    select subject_id from unnest(array[new.target_id, new.industry_id] || new.cause_ids) as s(subject_id) where subject_id is not null;
  end if;
  return null;
end $function$;
CREATE TRIGGER summary_due AFTER INSERT OR DELETE ON campaign_rank FOR EACH ROW EXECUTE FUNCTION summary_due_of_rank();
CREATE TRIGGER summary_due_on_update AFTER UPDATE ON campaign_rank FOR EACH ROW WHEN (old.status IS DISTINCT FROM new.status OR old.target_id IS DISTINCT FROM new.target_id OR old.industry_id IS DISTINCT FROM new.industry_id OR old.cause_ids IS DISTINCT FROM new.cause_ids) EXECUTE FUNCTION summary_due_of_rank();

CREATE TABLE campaign_update (
    id uuid NOT NULL,
    campaign_id uuid NOT NULL,
    creator_id uuid NOT NULL,
    title text DEFAULT 'Update'::text NOT NULL,
    body text NOT NULL,
    body_html text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT campaign_update_pkey PRIMARY KEY (id),
    CONSTRAINT campaign_update_body_check CHECK (length(body) >= 1 AND length(body) <= 20000),
    CONSTRAINT campaign_update_title_check CHECK (length(title) >= 1 AND length(title) <= 120),
    CONSTRAINT campaign_update_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaign(id) ON DELETE CASCADE,
    CONSTRAINT campaign_update_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES person(id)
);
CREATE INDEX campaign_update_campaign_id_created_at_id_idx ON campaign_update USING btree (campaign_id, created_at DESC, id DESC);
CREATE INDEX campaign_update_created_at_campaign_id_idx ON campaign_update USING btree (created_at) INCLUDE (campaign_id);

CREATE TABLE comment (
    id uuid NOT NULL,
    campaign_id uuid,
    author_id uuid NOT NULL,
    parent_id uuid,
    depth smallint NOT NULL,
    body text NOT NULL,
    body_html text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    removed_at timestamp with time zone,
    root_id uuid NOT NULL,
    post_id uuid,
    moderation text,
    CONSTRAINT comment_pkey PRIMARY KEY (id),
    CONSTRAINT comment_body_check CHECK (length(body) <= 5000 AND (body <> ''::text OR post_id IS NOT NULL)),
    CONSTRAINT comment_check CHECK ((depth = 0) = (parent_id IS NULL)),
    CONSTRAINT comment_depth_check CHECK (depth >= 0 AND depth <= 3),
    CONSTRAINT comment_is_about_one_thing CHECK (num_nonnulls(campaign_id, post_id) = 1),
    CONSTRAINT comment_moderation_check CHECK (moderation = ANY (ARRAY['hidden'::text, 'removed'::text])),
    CONSTRAINT moderated_is_removed CHECK (moderation IS NULL OR removed_at IS NOT NULL),
    CONSTRAINT root_is_itself CHECK ((depth = 0) = (root_id = id)),
    CONSTRAINT comment_author_id_fkey FOREIGN KEY (author_id) REFERENCES person(id),
    CONSTRAINT comment_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaign(id) ON DELETE CASCADE,
    CONSTRAINT comment_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES comment(id) ON DELETE CASCADE,
    CONSTRAINT comment_root_id_fkey FOREIGN KEY (root_id) REFERENCES comment(id) ON DELETE CASCADE
);
CREATE INDEX comment_author ON comment USING btree (author_id);
CREATE INDEX comment_campaign_id_created_at_id_idx ON comment USING btree (campaign_id, created_at DESC, id DESC) INCLUDE (removed_at);
CREATE INDEX comment_campaign_id_created_at_id_idx1 ON comment USING btree (campaign_id, created_at DESC, id DESC) WHERE depth = 0;
CREATE INDEX comment_created_at_campaign_id_idx ON comment USING btree (created_at) INCLUDE (campaign_id) WHERE removed_at IS NULL;
CREATE INDEX comment_parent_id_idx ON comment USING btree (parent_id);
CREATE INDEX comment_post_id_created_at_id_idx ON comment USING btree (post_id, created_at DESC, id DESC) INCLUDE (removed_at) WHERE post_id IS NOT NULL;
CREATE INDEX comment_post_id_roots ON comment USING btree (post_id, created_at DESC, id DESC) WHERE post_id IS NOT NULL AND depth = 0;
CREATE INDEX comment_root_id_created_at_id_idx ON comment USING btree (root_id, created_at, id);
CREATE OR REPLACE FUNCTION public.keep_post_comments()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  change int := 0;
begin
  if tg_op <> 'INSERT' and old.removed_at is null then change := change - 1; end if;
  if tg_op <> 'DELETE' and new.removed_at is null then change := change + 1; end if;
  if change <> 0 then
    update public.community_post_stats set comments = comments + change where post_id = coalesce(new.post_id, old.post_id);
  end if;
  return null;
end $function$;
CREATE TRIGGER keep_post_comments_added AFTER INSERT ON comment FOR EACH ROW WHEN (new.post_id IS NOT NULL) EXECUTE FUNCTION keep_post_comments();
CREATE TRIGGER keep_post_comments_changed AFTER UPDATE OF removed_at ON comment FOR EACH ROW WHEN (new.post_id IS NOT NULL) EXECUTE FUNCTION keep_post_comments();
CREATE TRIGGER keep_post_comments_taken AFTER DELETE ON comment FOR EACH ROW WHEN (old.post_id IS NOT NULL) EXECUTE FUNCTION keep_post_comments();

CREATE TABLE comment_like (
    comment_id uuid NOT NULL,
    person_id uuid NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT comment_like_pkey PRIMARY KEY (comment_id, person_id),
    CONSTRAINT comment_like_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES comment(id) ON DELETE CASCADE,
    CONSTRAINT comment_like_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id)
);
CREATE INDEX comment_like_created_at_comment_id_idx ON comment_like USING btree (created_at) INCLUDE (comment_id);

CREATE TABLE idempotency_key (
    person_id uuid NOT NULL,
    key text NOT NULL,
    operation text NOT NULL,
    fingerprint text NOT NULL,
    answer jsonb,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT idempotency_key_pkey PRIMARY KEY (person_id, key),
    CONSTRAINT idempotency_key_key_check CHECK (length(key) >= 1 AND length(key) <= 200),
    CONSTRAINT idempotency_key_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE
);
CREATE INDEX idempotency_key_created_at_idx ON idempotency_key USING btree (created_at);

CREATE TABLE site_setting (
    name text NOT NULL,
    value jsonb NOT NULL,
    CONSTRAINT site_setting_pkey PRIMARY KEY (name)
);

CREATE TABLE audit_log (
    id uuid NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL,
    actor_id uuid,
    action text NOT NULL,
    subject_kind text NOT NULL,
    subject_id uuid,
    reason text,
    details jsonb DEFAULT '{}'::jsonb NOT NULL,
    CONSTRAINT audit_log_pkey PRIMARY KEY (id),
    CONSTRAINT audit_log_reason_check CHECK (length(reason) <= 2000),
    CONSTRAINT audit_log_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES person(id)
);
CREATE INDEX audit_log_subject_id_at_idx ON audit_log USING btree (subject_id, at);
CREATE INDEX audit_log_subject_kind_at_id_idx ON audit_log USING btree (subject_kind, at DESC, id DESC);
CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin raise exception 'Rows of % are never changed or deleted.', tg_table_name using errcode = 'restrict_violation'; end $function$;
CREATE TRIGGER audit_log_stays BEFORE DELETE OR UPDATE ON audit_log FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_log_stays_whole BEFORE TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE campaign_edit (
    id uuid NOT NULL,
    campaign_id uuid NOT NULL,
    editor_id uuid,
    changes jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT campaign_edit_pkey PRIMARY KEY (id),
    CONSTRAINT campaign_edit_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaign(id) ON DELETE CASCADE,
    CONSTRAINT campaign_edit_editor_id_fkey FOREIGN KEY (editor_id) REFERENCES person(id)
);
CREATE INDEX campaign_edit_campaign_id_created_at_id_idx ON campaign_edit USING btree (campaign_id, created_at DESC, id DESC);

CREATE TABLE tally_change (
    id bigserial,
    campaign_id uuid NOT NULL,
    subject_id uuid NOT NULL,
    kind text NOT NULL,
    delta smallint NOT NULL,
    yearly_cents bigint NOT NULL,
    until timestamp with time zone NOT NULL,
    after_person uuid,
    CONSTRAINT tally_change_pkey PRIMARY KEY (id),
    CONSTRAINT tally_change_delta_check CHECK (delta = ANY (ARRAY['-1'::integer, 1])),
    CONSTRAINT tally_change_kind_check CHECK (kind = ANY (ARRAY['platform'::text, 'target'::text, 'industry'::text, 'cause'::text])),
    CONSTRAINT tally_change_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaign(id) ON DELETE CASCADE
);

CREATE TABLE campaign_chat_message (
    id uuid NOT NULL,
    campaign_id uuid NOT NULL,
    author_id uuid NOT NULL,
    body text NOT NULL,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT campaign_chat_message_pkey PRIMARY KEY (id),
    CONSTRAINT campaign_chat_message_body_check CHECK (length(body) >= 1 AND length(body) <= 1000),
    CONSTRAINT campaign_chat_message_author_id_fkey FOREIGN KEY (author_id) REFERENCES person(id),
    CONSTRAINT campaign_chat_message_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaign(id) ON DELETE CASCADE
);
CREATE INDEX campaign_chat_message_campaign_id_created_at_id_idx ON campaign_chat_message USING btree (campaign_id, created_at DESC, id DESC);

CREATE TABLE campaign_chat_pace (
    campaign_id uuid NOT NULL,
    person_id uuid NOT NULL,
    spoke_at timestamp with time zone NOT NULL,
    CONSTRAINT campaign_chat_pace_pkey PRIMARY KEY (campaign_id, person_id),
    CONSTRAINT campaign_chat_pace_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaign(id) ON DELETE CASCADE,
    CONSTRAINT campaign_chat_pace_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE
);

CREATE TABLE attachment (
    id uuid NOT NULL,
    entity_type text NOT NULL,
    entity_id uuid NOT NULL,
    update_id uuid GENERATED ALWAYS AS ( CASE WHEN entity_type = 'campaign_update'::text THEN entity_id ELSE NULL::uuid END) STORED,
    media_id uuid NOT NULL,
    file_type text NOT NULL,
    width integer NOT NULL,
    height integer NOT NULL,
    caption text,
    sort_order smallint NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    comment_id uuid GENERATED ALWAYS AS ( CASE WHEN entity_type = 'comment'::text THEN entity_id ELSE NULL::uuid END) STORED,
    post_id uuid GENERATED ALWAYS AS ( CASE WHEN entity_type = 'community_post'::text THEN entity_id ELSE NULL::uuid END) STORED,
    CONSTRAINT attachment_pkey PRIMARY KEY (id),
    CONSTRAINT attachment_comment_id_sort_order_key UNIQUE (comment_id, sort_order),
    CONSTRAINT attachment_media_id_key UNIQUE (media_id),
    CONSTRAINT attachment_post_id_sort_order_key UNIQUE (post_id, sort_order),
    CONSTRAINT attachment_update_id_sort_order_key UNIQUE (update_id, sort_order),
    CONSTRAINT attachment_caption_check CHECK (length(caption) <= 500),
    CONSTRAINT attachment_entity_type_check CHECK (entity_type = ANY (ARRAY['campaign_update'::text, 'comment'::text, 'community_post'::text])),
    CONSTRAINT attachment_file_type_check CHECK (file_type = ANY (ARRAY['image/webp'::text, 'image/jpeg'::text, 'image/png'::text, 'image/avif'::text])),
    CONSTRAINT attachment_sort_order_check CHECK (sort_order >= 0 AND sort_order <= 3),
    CONSTRAINT one_on_a_comment_or_post CHECK (entity_type = 'campaign_update'::text OR sort_order = 0),
    CONSTRAINT attachment_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES comment(id) ON DELETE CASCADE,
    CONSTRAINT attachment_media_id_fkey FOREIGN KEY (media_id) REFERENCES media(id),
    CONSTRAINT attachment_update_id_fkey FOREIGN KEY (update_id) REFERENCES campaign_update(id) ON DELETE CASCADE
);
COMMENT ON COLUMN attachment.media_id IS 'One picture is shown in one place, so that it goes with what shows it.';

CREATE TABLE picture_request (
    id uuid NOT NULL,
    person_id uuid NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT picture_request_pkey PRIMARY KEY (id),
    CONSTRAINT picture_request_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE
);
CREATE INDEX picture_request_person_id_created_at_idx ON picture_request USING btree (person_id, created_at);

CREATE TABLE campaign_day (
    campaign_id uuid NOT NULL,
    day date NOT NULL,
    added bigint NOT NULL,
    CONSTRAINT campaign_day_pkey PRIMARY KEY (campaign_id, day),
    CONSTRAINT campaign_day_added_check CHECK (added >= 0),
    CONSTRAINT campaign_day_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaign(id) ON DELETE CASCADE
) WITH (fillfactor=50);

CREATE TABLE mail (
    id uuid NOT NULL,
    kind text NOT NULL,
    address text NOT NULL,
    letter jsonb,
    tries integer DEFAULT 0 NOT NULL,
    next_try_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    person_id uuid,
    event_id uuid,
    last_error text,
    failed_at timestamp with time zone,
    CONSTRAINT mail_pkey PRIMARY KEY (id),
    CONSTRAINT mail_address_check CHECK (length(address) >= 3 AND length(address) <= 254),
    CONSTRAINT mail_kind_check CHECK (kind ~ '^[a-z_]{1,40}$'::text),
    CONSTRAINT mail_last_error_check CHECK (length(last_error) <= 500),
    CONSTRAINT mail_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id)
);
COMMENT ON TABLE mail IS 'The queue of mail. The id is the Message-ID too, so that a letter that arrives twice is known as one.';
COMMENT ON COLUMN mail.expires_at IS 'When its link does; it is not sent any more then.';
CREATE INDEX mail_event_id_idx ON mail USING btree (event_id) WHERE event_id IS NOT NULL;
CREATE INDEX mail_failed ON mail USING btree (failed_at) WHERE failed_at IS NOT NULL;
CREATE UNIQUE INDEX mail_once_a_person ON mail USING btree (person_id, event_id) WHERE event_id IS NOT NULL;
CREATE INDEX mail_person_id_idx ON mail USING btree (person_id) WHERE person_id IS NOT NULL;
CREATE INDEX mail_waiting ON mail USING btree ((person_id IS NOT NULL), next_try_at, id) WHERE failed_at IS NULL;

CREATE TABLE refused_address (
    address text NOT NULL,
    answer text NOT NULL,
    refused_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT refused_address_pkey PRIMARY KEY (address),
    CONSTRAINT refused_address_address_check CHECK (length(address) >= 3 AND length(address) <= 254),
    CONSTRAINT refused_address_answer_check CHECK (length(answer) <= 300)
);
COMMENT ON TABLE refused_address IS 'Addresses that a mail server refused for good: nothing is sent there until their owner confirms them, or for a month.';

CREATE TABLE subject_rank (
    subject_id uuid NOT NULL,
    kind text NOT NULL,
    industry_id uuid,
    sort_name text NOT NULL,
    campaigns bigint DEFAULT 0 NOT NULL,
    supporters bigint DEFAULT 0 NOT NULL,
    yearly_cents numeric(30,0) DEFAULT 0 NOT NULL,
    score double precision DEFAULT 0 NOT NULL,
    CONSTRAINT subject_rank_pkey PRIMARY KEY (subject_id),
    CONSTRAINT subject_rank_kind_check CHECK (kind = ANY (ARRAY['target'::text, 'industry'::text, 'cause'::text])),
    CONSTRAINT subject_rank_industry_id_fkey FOREIGN KEY (industry_id) REFERENCES industry(id)
);
COMMENT ON COLUMN subject_rank.industry_id IS 'Of a target.';
COMMENT ON COLUMN subject_rank.score IS 'The sum of its active campaigns'' trending scores, kept as campaign_rank keeps one: logarithm + 0.4 x days since 2020-01-01 UTC, 0 for none.';
CREATE INDEX subject_rank_industry_id_campaigns_subject_id_idx ON subject_rank USING btree (industry_id, campaigns DESC, subject_id DESC) WHERE industry_id IS NOT NULL;
CREATE INDEX subject_rank_industry_id_sort_name_subject_id_idx ON subject_rank USING btree (industry_id, sort_name, subject_id) WHERE industry_id IS NOT NULL;
CREATE INDEX subject_rank_industry_id_supporters_subject_id_idx ON subject_rank USING btree (industry_id, supporters DESC, subject_id DESC) WHERE industry_id IS NOT NULL;
CREATE INDEX subject_rank_industry_id_yearly_cents_subject_id_idx ON subject_rank USING btree (industry_id, yearly_cents DESC, subject_id DESC) WHERE industry_id IS NOT NULL;
CREATE INDEX subject_rank_kind_campaigns_subject_id_idx ON subject_rank USING btree (kind, campaigns DESC, subject_id DESC);
CREATE INDEX subject_rank_kind_score_subject_id_idx ON subject_rank USING btree (kind, score DESC, subject_id DESC);
CREATE INDEX subject_rank_kind_sort_name_subject_id_idx ON subject_rank USING btree (kind, sort_name, subject_id);
CREATE INDEX subject_rank_kind_supporters_subject_id_idx ON subject_rank USING btree (kind, supporters DESC, subject_id DESC);
CREATE INDEX subject_rank_kind_yearly_cents_subject_id_idx ON subject_rank USING btree (kind, yearly_cents DESC, subject_id DESC);

CREATE TABLE tally_day (
    subject_id uuid NOT NULL,
    day date NOT NULL,
    added bigint NOT NULL,
    CONSTRAINT tally_day_pkey PRIMARY KEY (subject_id, day)
) WITH (fillfactor=50);

CREATE TABLE entry_summary (
    subject_id uuid NOT NULL,
    alternatives jsonb DEFAULT '[]'::jsonb NOT NULL,
    causes jsonb DEFAULT '[]'::jsonb NOT NULL,
    industries jsonb DEFAULT '[]'::jsonb NOT NULL,
    targets jsonb DEFAULT '[]'::jsonb NOT NULL,
    activity jsonb DEFAULT '[]'::jsonb NOT NULL,
    CONSTRAINT entry_summary_pkey PRIMARY KEY (subject_id)
);

CREATE TABLE entry_summary_due (
    id bigint GENERATED BY DEFAULT AS IDENTITY NOT NULL,
    subject_id uuid NOT NULL,
    CONSTRAINT entry_summary_due_pkey PRIMARY KEY (id)
);

CREATE TABLE search_word (
    word text NOT NULL,
    near text[] GENERATED ALWAYS AS (near_words(word)) STORED NOT NULL,
    CONSTRAINT search_word_pkey PRIMARY KEY (word),
    CONSTRAINT search_word_word_check CHECK (word <> ''::text AND length(word) <= 64)
);
COMMENT ON TABLE search_word IS 'Every word of published campaigns, of targets and of communities; never of a draft.';
CREATE INDEX search_word_bytes ON search_word USING btree (word text_pattern_ops);
CREATE INDEX search_word_near ON search_word USING gin (near) WITH (fastupdate=off);
CREATE INDEX search_word_trgm ON search_word USING gin (word gin_trgm_ops) WITH (fastupdate=off);

CREATE TABLE community (
    id uuid NOT NULL,
    name text NOT NULL,
    slug text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    rules text DEFAULT ''::text NOT NULL,
    rules_html text DEFAULT ''::text NOT NULL,
    privacy text DEFAULT 'public'::text NOT NULL,
    approves_members boolean DEFAULT false NOT NULL,
    tags text[] DEFAULT '{}'::text[] NOT NULL,
    logo_url text,
    discord_url text,
    twitter_url text,
    website_url text,
    instagram_url text,
    quick_links jsonb DEFAULT '[]'::jsonb NOT NULL,
    owner_user_id uuid NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    name_words tsvector GENERATED ALWAYS AS (word_vector(name)) STORED NOT NULL,
    words tsvector GENERATED ALWAYS AS (word_vector((name || ' '::text) || description)) STORED NOT NULL,
    logo_media_id uuid,
    banner_media_id uuid,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT community_pkey PRIMARY KEY (id),
    CONSTRAINT community_slug_key UNIQUE (slug),
    CONSTRAINT community_description_check CHECK (length(description) <= 2000),
    CONSTRAINT community_discord_url_check CHECK (length(discord_url) <= 2048),
    CONSTRAINT community_instagram_url_check CHECK (length(instagram_url) <= 2048),
    CONSTRAINT community_logo_url_check CHECK (length(logo_url) <= 2048),
    CONSTRAINT community_name_check CHECK (length(name) >= 1 AND length(name) <= 80),
    CONSTRAINT community_privacy_check CHECK (privacy = ANY (ARRAY['public'::text, 'private'::text])),
    CONSTRAINT community_quick_links_check CHECK (jsonb_typeof(quick_links) = 'array'::text AND jsonb_array_length(quick_links) <= 10),
    CONSTRAINT community_rules_check CHECK (length(rules) <= 10000),
    CONSTRAINT community_slug_check CHECK (slug ~ '^[a-z0-9-]+$'::text AND slug ~ '[a-z0-9]'::text AND length(slug) <= 50),
    CONSTRAINT community_tags_check CHECK (cardinality(tags) <= 10 AND array_position(tags, NULL::text) IS NULL AND length(array_to_string(tags, ''::text)) <= 300),
    CONSTRAINT community_twitter_url_check CHECK (length(twitter_url) <= 2048),
    CONSTRAINT community_website_url_check CHECK (length(website_url) <= 2048),
    CONSTRAINT only_private_ones_approve CHECK (privacy = 'private'::text OR NOT approves_members),
    CONSTRAINT community_banner_media_id_fkey FOREIGN KEY (banner_media_id) REFERENCES media(id),
    CONSTRAINT community_logo_media_id_fkey FOREIGN KEY (logo_media_id) REFERENCES media(id),
    CONSTRAINT community_owner_user_id_fkey FOREIGN KEY (owner_user_id) REFERENCES person(id)
);
CREATE INDEX community_banner_media_id_idx ON community USING btree (banner_media_id);
CREATE INDEX community_logo_media_id_idx ON community USING btree (logo_media_id);
CREATE INDEX community_name_words ON community USING gin (name_words) WITH (fastupdate=off);
CREATE INDEX community_owner_user_id_idx ON community USING btree (owner_user_id);
CREATE INDEX community_words ON community USING gin (words) WITH (fastupdate=off);
CREATE OR REPLACE FUNCTION public.keep_community_rank()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into public.community_rank (community_id, privacy, tags, created_at)
  values (new.id, new.privacy, array(select distinct public.norm(tag) from unnest(new.tags) as tag), new.created_at)
  on conflict (community_id) do update set privacy = excluded.privacy, tags = excluded.tags, created_at = excluded.created_at;
  return new;
end $function$;
CREATE TRIGGER keep_community_rank AFTER INSERT OR UPDATE OF privacy, tags, created_at ON community FOR EACH ROW EXECUTE FUNCTION keep_community_rank();
CREATE CONSTRAINT TRIGGER keep_search_words AFTER INSERT OR UPDATE OF name, description, tags ON community DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION keep_search_words();

CREATE TABLE community_member (
    community_id uuid NOT NULL,
    person_id uuid NOT NULL,
    role text DEFAULT 'member'::text NOT NULL,
    status text DEFAULT 'active'::text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    role_rank smallint GENERATED ALWAYS AS ( CASE role WHEN 'owner'::text THEN 2 WHEN 'mod'::text THEN 1 ELSE 0 END) STORED NOT NULL,
    CONSTRAINT community_member_pkey PRIMARY KEY (community_id, person_id),
    CONSTRAINT community_member_role_check CHECK (role = ANY (ARRAY['owner'::text, 'mod'::text, 'member'::text])),
    CONSTRAINT community_member_status_check CHECK (status = ANY (ARRAY['active'::text, 'pending'::text, 'banned'::text])),
    CONSTRAINT who_waits_is_a_member CHECK (status = 'active'::text OR role = 'member'::text),
    CONSTRAINT community_member_community_id_fkey FOREIGN KEY (community_id) REFERENCES community(id) ON DELETE CASCADE,
    CONSTRAINT community_member_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id)
);
CREATE UNIQUE INDEX community_has_one_owner ON community_member USING btree (community_id) WHERE role = 'owner'::text;
CREATE INDEX community_member_page ON community_member USING btree (community_id, role_rank DESC, created_at DESC, person_id DESC) WHERE status = 'active'::text;
CREATE INDEX community_member_person_id_community_id_idx ON community_member USING btree (person_id, community_id);
CREATE INDEX community_member_waiting ON community_member USING btree (community_id, status, created_at, person_id) WHERE status <> 'active'::text;
CREATE OR REPLACE FUNCTION public.keep_community_members()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  change int := 0;
begin
  if tg_op <> 'INSERT' and old.status = 'active' then change := change - 1; end if;
  if tg_op <> 'DELETE' and new.status = 'active' then change := change + 1; end if;
  if change <> 0 then
    update public.community_rank set members = members + change where community_id = coalesce(new.community_id, old.community_id);
  end if;
  return null;
end $function$;
CREATE TRIGGER keep_community_members AFTER INSERT OR DELETE OR UPDATE OF status ON community_member FOR EACH ROW EXECUTE FUNCTION keep_community_members();
CREATE TRIGGER refuse_for_deleted BEFORE INSERT ON community_member FOR EACH ROW EXECUTE FUNCTION refuse_for_deleted();

CREATE TABLE community_rank (
    community_id uuid NOT NULL,
    privacy text NOT NULL,
    tags text[] NOT NULL,
    members bigint DEFAULT 0 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    posts_week bigint DEFAULT 0 NOT NULL,
    activity bigint GENERATED ALWAYS AS (members + 5 * posts_week) STORED NOT NULL,
    popularity bigint GENERATED ALWAYS AS (members + CASE WHEN privacy = 'public'::text THEN 5 * posts_week ELSE 0::bigint END) STORED NOT NULL,
    CONSTRAINT community_rank_pkey PRIMARY KEY (community_id),
    CONSTRAINT community_rank_members_check CHECK (members >= 0),
    CONSTRAINT community_rank_posts_week_check CHECK (posts_week >= 0),
    CONSTRAINT community_rank_community_id_fkey FOREIGN KEY (community_id) REFERENCES community(id) ON DELETE CASCADE
);
COMMENT ON COLUMN community_rank.members IS 'Active members, exactly.';
COMMENT ON COLUMN community_rank.posts_week IS 'Posts of the last seven days, exactly but for the half minute until the job has looked.';
CREATE INDEX community_rank_created_at_community_id_idx ON community_rank USING btree (created_at DESC, community_id DESC);
CREATE INDEX community_rank_members_community_id_idx ON community_rank USING btree (members DESC, community_id DESC);
CREATE INDEX community_rank_popularity_community_id_idx ON community_rank USING btree (popularity DESC, community_id DESC);
CREATE INDEX community_rank_privacy_created_at_community_id_idx ON community_rank USING btree (privacy, created_at DESC, community_id DESC);
CREATE INDEX community_rank_privacy_members_community_id_idx ON community_rank USING btree (privacy, members DESC, community_id DESC);
CREATE INDEX community_rank_privacy_popularity_community_id_idx ON community_rank USING btree (privacy, popularity DESC, community_id DESC);
CREATE INDEX community_rank_tags_idx ON community_rank USING gin (tags) WITH (fastupdate=off);
CREATE INDEX community_rank_trending ON community_rank USING btree (posts_week DESC, community_id DESC) WHERE privacy = 'public'::text AND posts_week > 0;

CREATE TABLE contact_submission (
    id uuid NOT NULL,
    category text NOT NULL,
    message text NOT NULL,
    email text,
    name text,
    user_id uuid,
    user_details jsonb,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT contact_submission_pkey PRIMARY KEY (id),
    CONSTRAINT contact_submission_category_check CHECK (category = ANY (ARRAY['suggestions'::text, 'report-bugs'::text, 'media'::text, 'target'::text, 'general'::text, 'support'::text, 'other'::text])),
    CONSTRAINT contact_submission_message_check CHECK (message <> ''::text),
    CONSTRAINT contact_submission_user_id_fkey FOREIGN KEY (user_id) REFERENCES person(id) ON DELETE SET NULL
);
COMMENT ON COLUMN contact_submission.email IS 'Where an answer goes: the account''s address, or what a visitor gave. Null for an account without one, and once the account is deleted.';
COMMENT ON COLUMN contact_submission.user_details IS 'Of the account when the message was sent: id, email, display_name, created_at.';
CREATE INDEX contact_submission_created_at ON contact_submission USING btree (created_at);
CREATE INDEX contact_submission_user_id ON contact_submission USING btree (user_id) WHERE user_id IS NOT NULL;

CREATE TABLE community_post (
    id uuid NOT NULL,
    community_id uuid NOT NULL,
    author_id uuid NOT NULL,
    title text DEFAULT ''::text NOT NULL,
    body text NOT NULL,
    body_html text NOT NULL,
    is_pinned boolean DEFAULT false NOT NULL,
    is_announcement boolean DEFAULT false NOT NULL,
    is_locked boolean DEFAULT false NOT NULL,
    in_week boolean DEFAULT true NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT community_post_pkey PRIMARY KEY (id),
    CONSTRAINT community_post_body_check CHECK (length(body) >= 1 AND length(body) <= 20000),
    CONSTRAINT community_post_title_check CHECK (length(title) <= 120),
    CONSTRAINT community_post_author_id_fkey FOREIGN KEY (author_id) REFERENCES person(id),
    CONSTRAINT community_post_community_id_fkey FOREIGN KEY (community_id) REFERENCES community(id) ON DELETE CASCADE
);
CREATE INDEX community_post_author_id_created_at_idx ON community_post USING btree (author_id, created_at DESC);
CREATE INDEX community_post_community_id_created_at_id_idx ON community_post USING btree (community_id, created_at DESC, id DESC);
CREATE INDEX community_post_in_week ON community_post USING btree (created_at) WHERE in_week;
CREATE INDEX community_post_page ON community_post USING btree (community_id, is_pinned DESC, created_at DESC, id DESC);
CREATE OR REPLACE FUNCTION public.keep_community_posts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  change int := 0;
begin
  if tg_op = 'INSERT' then insert into public.community_post_stats (post_id) values (new.id); end if;
  if tg_op <> 'INSERT' and old.in_week then change := change - 1; end if;
  if tg_op <> 'DELETE' and new.in_week then change := change + 1; end if;
  if change <> 0 then
    update public.community_rank set posts_week = posts_week + change where community_id = coalesce(new.community_id, old.community_id);
  end if;
  return null;
end $function$;
CREATE TRIGGER keep_community_posts AFTER INSERT OR DELETE OR UPDATE OF in_week ON community_post FOR EACH ROW EXECUTE FUNCTION keep_community_posts();
CREATE TRIGGER refuse_for_deleted BEFORE INSERT ON community_post FOR EACH ROW EXECUTE FUNCTION refuse_for_deleted();

CREATE TABLE community_post_like (
    post_id uuid NOT NULL,
    person_id uuid NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT community_post_like_pkey PRIMARY KEY (post_id, person_id),
    CONSTRAINT community_post_like_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id),
    CONSTRAINT community_post_like_post_id_fkey FOREIGN KEY (post_id) REFERENCES community_post(id) ON DELETE CASCADE
);
CREATE INDEX community_post_like_person_id_idx ON community_post_like USING btree (person_id);
CREATE OR REPLACE FUNCTION public.keep_post_likes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then update public.community_post_stats set likes = likes + 1 where post_id = new.post_id;
  else update public.community_post_stats set likes = likes - 1 where post_id = old.post_id;
  end if;
  return null;
end $function$;
CREATE TRIGGER keep_post_likes AFTER INSERT OR DELETE ON community_post_like FOR EACH ROW EXECUTE FUNCTION keep_post_likes();
CREATE TRIGGER refuse_for_deleted BEFORE INSERT ON community_post_like FOR EACH ROW EXECUTE FUNCTION refuse_for_deleted();

CREATE TABLE community_post_stats (
    post_id uuid NOT NULL,
    likes bigint DEFAULT 0 NOT NULL,
    comments bigint DEFAULT 0 NOT NULL,
    CONSTRAINT community_post_stats_pkey PRIMARY KEY (post_id),
    CONSTRAINT community_post_stats_comments_check CHECK (comments >= 0),
    CONSTRAINT community_post_stats_likes_check CHECK (likes >= 0),
    CONSTRAINT community_post_stats_post_id_fkey FOREIGN KEY (post_id) REFERENCES community_post(id) ON DELETE CASCADE
) WITH (fillfactor=50);
COMMENT ON COLUMN community_post_stats.comments IS 'Those that are not removed.';

CREATE TABLE community_invite (
    id uuid NOT NULL,
    community_id uuid NOT NULL,
    token_hash text NOT NULL,
    created_by uuid NOT NULL,
    uses integer DEFAULT 0 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    CONSTRAINT community_invite_pkey PRIMARY KEY (id),
    CONSTRAINT community_invite_token_hash_key UNIQUE (token_hash),
    CONSTRAINT community_invite_community_id_fkey FOREIGN KEY (community_id) REFERENCES community(id) ON DELETE CASCADE,
    CONSTRAINT community_invite_created_by_fkey FOREIGN KEY (created_by) REFERENCES person(id)
);
CREATE INDEX community_invite_community_id_created_at_idx ON community_invite USING btree (community_id, created_at DESC);
CREATE INDEX community_invite_created_by_idx ON community_invite USING btree (created_by);
CREATE TRIGGER refuse_for_deleted BEFORE INSERT ON community_invite FOR EACH ROW EXECUTE FUNCTION refuse_for_deleted();

CREATE TABLE community_campaign (
    community_id uuid NOT NULL,
    campaign_id uuid NOT NULL,
    added_by uuid NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT community_campaign_pkey PRIMARY KEY (community_id, campaign_id),
    CONSTRAINT community_campaign_added_by_fkey FOREIGN KEY (added_by) REFERENCES person(id),
    CONSTRAINT community_campaign_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaign(id) ON DELETE CASCADE,
    CONSTRAINT community_campaign_community_id_fkey FOREIGN KEY (community_id) REFERENCES community(id) ON DELETE CASCADE
);
CREATE INDEX community_campaign_campaign_id_idx ON community_campaign USING btree (campaign_id);
CREATE INDEX community_campaign_community_id_created_at_campaign_id_idx ON community_campaign USING btree (community_id, created_at DESC, campaign_id DESC);

CREATE TABLE notification_event (
    id uuid DEFAULT uuid_v7() NOT NULL,
    type text NOT NULL,
    actor_id uuid,
    campaign_id uuid,
    update_id uuid,
    community_id uuid,
    post_id uuid,
    comment_id uuid,
    recipient_id uuid,
    number integer DEFAULT 1 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    delivered_through uuid,
    delivered_at timestamp with time zone,
    tries integer DEFAULT 0 NOT NULL,
    next_try_at timestamp with time zone DEFAULT now() NOT NULL,
    failed_at timestamp with time zone,
    mailed_through uuid,
    mailed_at timestamp with time zone,
    mail_tries integer DEFAULT 0 NOT NULL,
    mail_next_at timestamp with time zone DEFAULT now() NOT NULL,
    mail_failed_at timestamp with time zone,
    pushed_through uuid,
    pushed_at timestamp with time zone,
    push_tries integer DEFAULT 0 NOT NULL,
    push_next_at timestamp with time zone DEFAULT now() NOT NULL,
    push_failed_at timestamp with time zone,
    last_error text,
    CONSTRAINT notification_event_pkey PRIMARY KEY (id),
    CONSTRAINT notification_event_last_error_check CHECK (length(last_error) <= 500),
    CONSTRAINT notification_event_number_check CHECK (number >= 1),
    CONSTRAINT notification_event_type_check CHECK (type = ANY (ARRAY['pledge'::text, 'campaign_comment'::text, 'comment_reply'::text, 'comment_like'::text, 'campaign_update'::text, 'campaign_victory'::text, 'campaign_milestone'::text, 'community_comment'::text, 'community_reply'::text, 'community_like'::text, 'community_announcement'::text, 'community_join_request'::text, 'community_join_approved'::text, 'count_alarm'::text])),
    CONSTRAINT speaks_of_something CHECK (num_nonnulls(campaign_id, community_id) = 1),
    CONSTRAINT notification_event_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES person(id),
    CONSTRAINT notification_event_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaign(id) ON DELETE CASCADE,
    CONSTRAINT notification_event_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES comment(id) ON DELETE CASCADE,
    CONSTRAINT notification_event_community_id_fkey FOREIGN KEY (community_id) REFERENCES community(id) ON DELETE CASCADE,
    CONSTRAINT notification_event_post_id_fkey FOREIGN KEY (post_id) REFERENCES community_post(id) ON DELETE CASCADE,
    CONSTRAINT notification_event_recipient_id_fkey FOREIGN KEY (recipient_id) REFERENCES person(id),
    CONSTRAINT notification_event_update_id_fkey FOREIGN KEY (update_id) REFERENCES campaign_update(id) ON DELETE CASCADE
);
COMMENT ON TABLE notification_event IS 'Events that people are notified of, inserted in the transaction of the act: the outbox of notifications, which refer to it.';
COMMENT ON COLUMN notification_event.delivered_through IS 'The last person who has been notified of an event with many recipients, in the order of ids; null before the first batch.';
CREATE INDEX notification_event_actor_id_idx ON notification_event USING btree (actor_id) WHERE actor_id IS NOT NULL;
CREATE UNIQUE INDEX notification_event_announced_once ON notification_event USING btree (post_id) WHERE type = 'community_announcement'::text;
CREATE INDEX notification_event_campaign_id_idx ON notification_event USING btree (campaign_id);
CREATE INDEX notification_event_comment_id_idx ON notification_event USING btree (comment_id) WHERE comment_id IS NOT NULL;
CREATE INDEX notification_event_community_id_idx ON notification_event USING btree (community_id) WHERE community_id IS NOT NULL;
CREATE INDEX notification_event_failed ON notification_event USING btree (failed_at) WHERE failed_at IS NOT NULL;
CREATE UNIQUE INDEX notification_event_like_once ON notification_event USING btree (type, actor_id, COALESCE(comment_id, post_id)) WHERE type = ANY (ARRAY['comment_like'::text, 'community_like'::text]);
CREATE INDEX notification_event_not_handed_on ON notification_event USING btree (GREATEST(mail_failed_at, push_failed_at)) WHERE GREATEST(mail_failed_at, push_failed_at) IS NOT NULL;
CREATE INDEX notification_event_post_id_idx ON notification_event USING btree (post_id) WHERE post_id IS NOT NULL;
CREATE INDEX notification_event_recipient_id_idx ON notification_event USING btree (recipient_id) WHERE recipient_id IS NOT NULL;
CREATE INDEX notification_event_to_mail ON notification_event USING btree (mail_next_at, id) WHERE delivered_at IS NOT NULL AND mailed_at IS NULL AND mail_failed_at IS NULL;
CREATE INDEX notification_event_to_push ON notification_event USING btree (push_next_at, id) WHERE delivered_at IS NOT NULL AND pushed_at IS NULL AND push_failed_at IS NULL;
CREATE INDEX notification_event_update_id_idx ON notification_event USING btree (update_id) WHERE update_id IS NOT NULL;
CREATE INDEX notification_event_waiting ON notification_event USING btree (next_try_at, id) WHERE delivered_at IS NULL AND failed_at IS NULL;
CREATE OR REPLACE FUNCTION public.note_gone_event()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into public.notification_gone (event_id) select id from gone on conflict do nothing;
  return null;
end $function$;
CREATE TRIGGER note_gone_event AFTER DELETE ON notification_event REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION note_gone_event();

CREATE TABLE notification (
    person_id uuid NOT NULL,
    event_id uuid NOT NULL,
    is_read boolean DEFAULT false NOT NULL,
    CONSTRAINT notification_pkey PRIMARY KEY (person_id, event_id)
);
COMMENT ON TABLE notification IS 'A person''s notifications. Event ids grow with time and so are the order of the list; a notification whose event is gone is not listed.';
CREATE INDEX notification_of_event ON notification USING btree (event_id, person_id);
CREATE INDEX notification_read ON notification USING btree (event_id) WHERE is_read;
CREATE INDEX notification_unread ON notification USING btree (person_id, event_id) WHERE NOT is_read;

CREATE TABLE notification_gone (
    event_id uuid NOT NULL,
    CONSTRAINT notification_gone_pkey PRIMARY KEY (event_id)
);

CREATE TABLE notification_group (
    person_id uuid NOT NULL,
    type text NOT NULL,
    subject_id uuid NOT NULL,
    event_id uuid NOT NULL,
    CONSTRAINT notification_group_pkey PRIMARY KEY (person_id, type, subject_id),
    CONSTRAINT notification_group_event_id_fkey FOREIGN KEY (event_id) REFERENCES notification_event(id) ON DELETE CASCADE,
    CONSTRAINT notification_group_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id)
);
CREATE INDEX notification_group_event_id_idx ON notification_group USING btree (event_id);

CREATE TABLE notification_reach (
    subject_id uuid NOT NULL,
    day date NOT NULL,
    number integer NOT NULL,
    CONSTRAINT notification_reach_pkey PRIMARY KEY (subject_id),
    CONSTRAINT notification_reach_number_check CHECK (number >= 1)
);

CREATE TABLE campaign_milestone (
    campaign_id uuid NOT NULL,
    number integer NOT NULL,
    reached_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT campaign_milestone_pkey PRIMARY KEY (campaign_id, number),
    CONSTRAINT campaign_milestone_number_check CHECK (number >= 1),
    CONSTRAINT campaign_milestone_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaign(id) ON DELETE CASCADE
);

CREATE TABLE notification_clearing (
    id uuid DEFAULT uuid_v7() NOT NULL,
    person_id uuid,
    community_id uuid,
    CONSTRAINT notification_clearing_pkey PRIMARY KEY (id),
    CONSTRAINT names_somebody_or_something CHECK (num_nonnulls(person_id, community_id) >= 1)
);

CREATE TABLE notification_mailing (
    person_id uuid NOT NULL,
    day date DEFAULT CURRENT_DATE NOT NULL,
    sent integer DEFAULT 0 NOT NULL,
    digest_at timestamp with time zone,
    weekly_at timestamp with time zone,
    CONSTRAINT notification_mailing_pkey PRIMARY KEY (person_id),
    CONSTRAINT notification_mailing_sent_check CHECK (sent >= 0),
    CONSTRAINT notification_mailing_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id)
);
CREATE INDEX notification_mailing_digest_at_idx ON notification_mailing USING btree (digest_at) WHERE digest_at IS NOT NULL;
CREATE INDEX notification_mailing_weekly_at_idx ON notification_mailing USING btree (weekly_at) WHERE weekly_at IS NOT NULL;

CREATE TABLE notification_digest (
    person_id uuid NOT NULL,
    event_id uuid NOT NULL,
    mail_id uuid,
    CONSTRAINT notification_digest_pkey PRIMARY KEY (person_id, event_id),
    CONSTRAINT notification_digest_event_id_fkey FOREIGN KEY (event_id) REFERENCES notification_event(id) ON DELETE CASCADE,
    CONSTRAINT notification_digest_mail_id_fkey FOREIGN KEY (mail_id) REFERENCES mail(id) ON DELETE CASCADE,
    CONSTRAINT notification_digest_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id)
);
CREATE INDEX notification_digest_event_id_idx ON notification_digest USING btree (event_id);
CREATE INDEX notification_digest_mail_id_idx ON notification_digest USING btree (mail_id) WHERE mail_id IS NOT NULL;

CREATE TABLE push_subscription (
    id uuid NOT NULL,
    person_id uuid NOT NULL,
    session_id uuid,
    endpoint text NOT NULL,
    p256dh text NOT NULL,
    auth text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    hour_began_at timestamp with time zone DEFAULT now() NOT NULL,
    sent_in_hour integer DEFAULT 0 NOT NULL,
    CONSTRAINT push_subscription_pkey PRIMARY KEY (id),
    CONSTRAINT push_subscription_endpoint_key UNIQUE (endpoint),
    CONSTRAINT push_subscription_auth_check CHECK (length(auth) <= 100),
    CONSTRAINT push_subscription_endpoint_check CHECK (length(endpoint) <= 2048),
    CONSTRAINT push_subscription_p256dh_check CHECK (length(p256dh) <= 200),
    CONSTRAINT push_subscription_sent_in_hour_check CHECK (sent_in_hour >= 0),
    CONSTRAINT push_subscription_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id),
    CONSTRAINT push_subscription_session_id_fkey FOREIGN KEY (session_id) REFERENCES auth_session(id) ON DELETE SET NULL
);
CREATE INDEX push_subscription_person_id_idx ON push_subscription USING btree (person_id);
CREATE INDEX push_subscription_session_id_idx ON push_subscription USING btree (session_id) WHERE session_id IS NOT NULL;

CREATE TABLE push_message (
    subscription_id uuid NOT NULL,
    event_id uuid NOT NULL,
    tries integer DEFAULT 0 NOT NULL,
    next_try_at timestamp with time zone DEFAULT now() NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    failed_at timestamp with time zone,
    last_error text,
    CONSTRAINT push_message_pkey PRIMARY KEY (subscription_id, event_id),
    CONSTRAINT push_message_last_error_check CHECK (length(last_error) <= 500),
    CONSTRAINT push_message_event_id_fkey FOREIGN KEY (event_id) REFERENCES notification_event(id) ON DELETE CASCADE,
    CONSTRAINT push_message_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES push_subscription(id) ON DELETE CASCADE
);
CREATE INDEX push_message_event_id_idx ON push_message USING btree (event_id);
CREATE INDEX push_message_failed ON push_message USING btree (failed_at) WHERE failed_at IS NOT NULL;
CREATE INDEX push_message_next_try_at_idx ON push_message USING btree (next_try_at) WHERE failed_at IS NULL;

CREATE TABLE job_run (
    name text NOT NULL,
    last_done_at timestamp with time zone,
    last_failed_at timestamp with time zone,
    last_error text,
    done bigint DEFAULT 0 NOT NULL,
    failed bigint DEFAULT 0 NOT NULL,
    CONSTRAINT job_run_pkey PRIMARY KEY (name),
    CONSTRAINT job_run_last_error_check CHECK (length(last_error) <= 500),
    CONSTRAINT job_run_name_check CHECK (name ~ '^[a-z_]{1,40}$'::text)
);

CREATE TABLE rate_limit (
    key character varying(255) NOT NULL,
    points integer DEFAULT 0 NOT NULL,
    expire bigint,
    CONSTRAINT rate_limit_pkey PRIMARY KEY (key)
);
COMMENT ON TABLE rate_limit IS 'The table of rate-limiter-flexible. Keys are a limit''s name and a keyed hash: no address can be read from them.';
CREATE INDEX rate_limit_expire_idx ON rate_limit USING btree (expire);

CREATE TABLE sign_in_attempt (
    key text NOT NULL,
    account text NOT NULL,
    count integer NOT NULL,
    blocked_until timestamp with time zone NOT NULL,
    last_at timestamp with time zone NOT NULL,
    CONSTRAINT sign_in_attempt_pkey PRIMARY KEY (key),
    CONSTRAINT sign_in_attempt_account_check CHECK (length(account) <= 100),
    CONSTRAINT sign_in_attempt_count_check CHECK (count >= 0),
    CONSTRAINT sign_in_attempt_key_check CHECK (length(key) <= 100)
);
COMMENT ON TABLE sign_in_attempt IS 'Guesses at passwords: how many, and until when no more are taken.';
CREATE INDEX sign_in_attempt_account_idx ON sign_in_attempt USING btree (account);
CREATE INDEX sign_in_attempt_last_at_idx ON sign_in_attempt USING btree (last_at);

CREATE TABLE auth_secret_use (
    fingerprint text NOT NULL,
    first_used_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT auth_secret_use_pkey PRIMARY KEY (fingerprint),
    CONSTRAINT auth_secret_use_fingerprint_check CHECK (length(fingerprint) <= 100)
);
COMMENT ON TABLE auth_secret_use IS 'Keyed fingerprints of the values of AUTH_SECRET that this site has been started with.';

CREATE TABLE join_intention (
    id uuid NOT NULL,
    token_hash text NOT NULL,
    campaign_id uuid NOT NULL,
    is_private boolean NOT NULL,
    return_to text NOT NULL,
    address_key text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    CONSTRAINT join_intention_pkey PRIMARY KEY (id),
    CONSTRAINT join_intention_token_hash_campaign_id_key UNIQUE (token_hash, campaign_id),
    CONSTRAINT join_intention_address_key_check CHECK (length(address_key) = 64),
    CONSTRAINT join_intention_return_to_check CHECK (length(return_to) <= 2048),
    CONSTRAINT join_intention_token_hash_check CHECK (length(token_hash) = 64),
    CONSTRAINT join_intention_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaign(id) ON DELETE CASCADE
);
COMMENT ON TABLE join_intention IS 'A visitor pressed Join. The browser has the random token in a cookie; only its SHA-256 hash is stored.';
COMMENT ON COLUMN join_intention.address_key IS 'Keyed hash of the address with which an account was asked for in the same form; null while there is none.';
CREATE INDEX join_intention_campaign_id_idx ON join_intention USING btree (campaign_id);
CREATE INDEX join_intention_expires_at_idx ON join_intention USING btree (expires_at);

CREATE TABLE campaign_action_tick (
    person_id uuid NOT NULL,
    action_id uuid NOT NULL,
    ticked_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT campaign_action_tick_pkey PRIMARY KEY (person_id, action_id),
    CONSTRAINT campaign_action_tick_action_id_fkey FOREIGN KEY (action_id) REFERENCES campaign_action(id) ON DELETE CASCADE,
    CONSTRAINT campaign_action_tick_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE
);
COMMENT ON TABLE campaign_action_tick IS 'Actions that a supporter has marked as done. Only that person ever reads them.';
CREATE INDEX campaign_action_tick_action_id_idx ON campaign_action_tick USING btree (action_id);

CREATE TABLE count_correction (
    id uuid DEFAULT uuid_v7() NOT NULL,
    campaign_id uuid NOT NULL,
    corrected_at timestamp with time zone DEFAULT now() NOT NULL,
    reason text NOT NULL,
    count_before bigint NOT NULL,
    count_after bigint NOT NULL,
    note text,
    invalidation_id uuid,
    CONSTRAINT count_correction_pkey PRIMARY KEY (id),
    CONSTRAINT count_correction_count_after_check CHECK (count_after >= 0),
    CONSTRAINT count_correction_count_before_check CHECK (count_before >= 0),
    CONSTRAINT count_correction_note_check CHECK (length(note) >= 1 AND length(note) <= 500),
    CONSTRAINT count_correction_reason_check CHECK (reason = ANY (ARRAY['one_mailbox'::text, 'invalidated'::text, 'restored'::text])),
    CONSTRAINT note_of_a_review CHECK ((reason = 'one_mailbox'::text) = (note IS NULL)),
    CONSTRAINT count_correction_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaign(id) ON DELETE CASCADE
);
COMMENT ON COLUMN count_correction.note IS 'Public: why the count changed, in the words of a moderator.';
CREATE INDEX count_correction_campaign_id_corrected_at_idx ON count_correction USING btree (campaign_id, corrected_at DESC);
CREATE UNIQUE INDEX count_correction_invalidation_id_campaign_id_reason_idx ON count_correction USING btree (invalidation_id, campaign_id, reason) WHERE invalidation_id IS NOT NULL;

CREATE TABLE campaign_count (
    campaign_id uuid NOT NULL,
    as_of date NOT NULL,
    counted bigint NOT NULL,
    unconfirmed bigint NOT NULL,
    removed bigint NOT NULL,
    CONSTRAINT campaign_count_pkey PRIMARY KEY (campaign_id),
    CONSTRAINT campaign_count_counted_check CHECK (counted >= 0),
    CONSTRAINT campaign_count_unconfirmed_check CHECK (unconfirmed >= 0),
    CONSTRAINT campaign_count_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaign(id) ON DELETE CASCADE
);
COMMENT ON COLUMN campaign_count.as_of IS 'The day (UTC) at whose beginning these figures held.';
COMMENT ON COLUMN campaign_count.removed IS 'Pledges that had been counted and were taken out, less those that were restored.';

CREATE TABLE moderation_decision (
    id uuid NOT NULL,
    subject_kind text NOT NULL,
    subject_id uuid NOT NULL,
    author_id uuid,
    moderator_id uuid NOT NULL,
    state text NOT NULL,
    reason text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    until timestamp with time zone,
    hides_content boolean DEFAULT false NOT NULL,
    rule text,
    CONSTRAINT moderation_decision_pkey PRIMARY KEY (id),
    CONSTRAINT moderation_decision_reason_check CHECK (length(reason) >= 1 AND length(reason) <= 1000),
    CONSTRAINT moderation_decision_rule_check CHECK (rule = ANY (ARRAY['threats'::text, 'harassment'::text, 'private_details'::text, 'false_claims'::text, 'not_a_boycott'::text, 'spam'::text, 'illegal'::text, 'other'::text])),
    CONSTRAINT moderation_decision_state_check CHECK (state = ANY (ARRAY['visible'::text, 'hidden'::text, 'removed'::text, 'suspended'::text, 'lifted'::text])),
    CONSTRAINT moderation_decision_subject_kind_check CHECK (subject_kind = ANY (ARRAY['comment'::text, 'campaign'::text, 'person'::text])),
    CONSTRAINT only_suspensions_last CHECK (state = 'suspended'::text OR until IS NULL AND NOT hides_content),
    CONSTRAINT people_are_suspended CHECK ((subject_kind = 'person'::text) = (state = ANY (ARRAY['suspended'::text, 'lifted'::text]))),
    CONSTRAINT moderation_decision_author_id_fkey FOREIGN KEY (author_id) REFERENCES person(id),
    CONSTRAINT moderation_decision_moderator_id_fkey FOREIGN KEY (moderator_id) REFERENCES person(id)
);
COMMENT ON COLUMN moderation_decision.until IS 'When a suspension ends by itself; null: never.';
COMMENT ON COLUMN moderation_decision.hides_content IS 'The comments and campaigns of the suspended person are hidden with this decision, until the suspension ends.';
COMMENT ON COLUMN moderation_decision.rule IS 'Null for restorations, and for decisions from before there were rules.';
CREATE INDEX moderation_decision_author_id_idx ON moderation_decision USING btree (author_id);
CREATE INDEX moderation_decision_created_at_idx ON moderation_decision USING btree (created_at);
CREATE INDEX moderation_decision_moderator_id_idx ON moderation_decision USING btree (moderator_id);
CREATE INDEX moderation_decision_subject_id_created_at_id_idx ON moderation_decision USING btree (subject_id, created_at DESC, id DESC);
CREATE TRIGGER moderation_decision_stays BEFORE DELETE OR UPDATE ON moderation_decision FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER moderation_decision_stays_whole BEFORE TRUNCATE ON moderation_decision FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE site_switch (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    campaign_id uuid,
    text text DEFAULT ''::text NOT NULL,
    since timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT site_switch_pkey PRIMARY KEY (id),
    CONSTRAINT site_switch_key UNIQUE NULLS NOT DISTINCT (name, campaign_id),
    CONSTRAINT banner_has_text CHECK ((name = 'banner'::text) = (text <> ''::text)),
    CONSTRAINT one_campaign_is_paused CHECK ((name = 'joining_paused'::text) = (campaign_id IS NOT NULL)),
    CONSTRAINT site_switch_name_check CHECK (name = ANY (ARRAY['read_only'::text, 'no_sign_up'::text, 'no_new_campaigns'::text, 'joining_paused'::text, 'banner'::text])),
    CONSTRAINT site_switch_text_check CHECK (length(text) <= 300),
    CONSTRAINT site_switch_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaign(id) ON DELETE CASCADE
);
CREATE INDEX site_switch_campaign_id_idx ON site_switch USING btree (campaign_id);

CREATE TABLE invalidation (
    id uuid NOT NULL,
    campaign_id uuid,
    joined_from timestamp with time zone,
    joined_to timestamp with time zone,
    mail_domain text,
    account_hours integer,
    reason text NOT NULL,
    note text NOT NULL,
    started_by uuid NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    state text DEFAULT 'running'::text NOT NULL,
    undo_note text,
    to_check bigint NOT NULL,
    checked bigint DEFAULT 0 NOT NULL,
    pledges bigint DEFAULT 0 NOT NULL,
    restored bigint DEFAULT 0 NOT NULL,
    after_campaign uuid DEFAULT '00000000-0000-0000-0000-000000000000'::uuid NOT NULL,
    after_person uuid DEFAULT '00000000-0000-0000-0000-000000000000'::uuid NOT NULL,
    CONSTRAINT invalidation_pkey PRIMARY KEY (id),
    CONSTRAINT invalidation_account_hours_check CHECK (account_hours >= 1 AND account_hours <= 87600),
    CONSTRAINT invalidation_checked_check CHECK (checked >= 0),
    CONSTRAINT invalidation_mail_domain_check CHECK (length(mail_domain) >= 1 AND length(mail_domain) <= 253),
    CONSTRAINT invalidation_note_check CHECK (length(note) >= 1 AND length(note) <= 500),
    CONSTRAINT invalidation_pledges_check CHECK (pledges >= 0),
    CONSTRAINT invalidation_reason_check CHECK (length(reason) >= 1 AND length(reason) <= 1000),
    CONSTRAINT invalidation_restored_check CHECK (restored >= 0),
    CONSTRAINT invalidation_state_check CHECK (state = ANY (ARRAY['running'::text, 'stopped'::text, 'done'::text, 'undoing'::text, 'undone'::text])),
    CONSTRAINT invalidation_to_check_check CHECK (to_check >= 0),
    CONSTRAINT invalidation_undo_note_check CHECK (length(undo_note) >= 1 AND length(undo_note) <= 500),
    CONSTRAINT selects_something CHECK (COALESCE(joined_from::text, joined_to::text, mail_domain, account_hours::text) IS NOT NULL),
    CONSTRAINT undo_has_note CHECK ((state = ANY (ARRAY['undoing'::text, 'undone'::text])) = (undo_note IS NOT NULL)),
    CONSTRAINT invalidation_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaign(id) ON DELETE CASCADE,
    CONSTRAINT invalidation_started_by_fkey FOREIGN KEY (started_by) REFERENCES person(id)
);
COMMENT ON COLUMN invalidation.campaign_id IS 'Null: every campaign of the site.';
COMMENT ON COLUMN invalidation.account_hours IS 'Accounts that were younger than this many hours when they joined.';
COMMENT ON COLUMN invalidation.note IS 'The public note of the correction.';
COMMENT ON COLUMN invalidation.to_check IS 'Number of pledges of the campaign or site when it started.';
CREATE INDEX invalidation_campaign_id_idx ON invalidation USING btree (campaign_id);
CREATE INDEX invalidation_created_at_id_idx ON invalidation USING btree (created_at DESC, id DESC);
CREATE INDEX invalidation_started_by_idx ON invalidation USING btree (started_by);
CREATE INDEX invalidation_under_way ON invalidation USING btree (created_at) WHERE state = ANY (ARRAY['running'::text, 'undoing'::text]);

CREATE TABLE pledge_correction (
    invalidation_id uuid NOT NULL,
    campaign_id uuid NOT NULL,
    person_id uuid NOT NULL,
    CONSTRAINT pledge_correction_pkey PRIMARY KEY (campaign_id, person_id, invalidation_id),
    CONSTRAINT pledge_correction_campaign_id_person_id_fkey FOREIGN KEY (campaign_id, person_id) REFERENCES pledge(campaign_id, person_id) ON DELETE CASCADE,
    CONSTRAINT pledge_correction_invalidation_id_fkey FOREIGN KEY (invalidation_id) REFERENCES invalidation(id) ON DELETE CASCADE
);
COMMENT ON TABLE pledge_correction IS 'The corrections in force of each pledge. Only the program reads it: nobody sees which pledges they are.';
CREATE INDEX pledge_correction_invalidation_id_campaign_id_person_id_idx ON pledge_correction USING btree (invalidation_id, campaign_id, person_id);

CREATE TABLE report_case (
    id uuid NOT NULL,
    subject_kind text NOT NULL,
    subject_id uuid NOT NULL,
    opened_at timestamp with time zone,
    is_urgent boolean DEFAULT false NOT NULL,
    reporters integer DEFAULT 0 NOT NULL,
    claimed_by uuid,
    claimed_until timestamp with time zone,
    kept_version timestamp with time zone,
    CONSTRAINT report_case_pkey PRIMARY KEY (id),
    CONSTRAINT report_case_subject UNIQUE (subject_kind, subject_id),
    CONSTRAINT claim_ends CHECK ((claimed_by IS NULL) = (claimed_until IS NULL)),
    CONSTRAINT open_has_reporters CHECK ((opened_at IS NULL) = (reporters = 0)),
    CONSTRAINT report_case_reporters_check CHECK (reporters >= 0),
    CONSTRAINT report_case_subject_kind_check CHECK (subject_kind = ANY (ARRAY['campaign'::text, 'comment'::text, 'update'::text, 'chat_message'::text, 'post'::text, 'community'::text, 'person'::text, 'target'::text])),
    CONSTRAINT report_case_claimed_by_fkey FOREIGN KEY (claimed_by) REFERENCES person(id)
);
COMMENT ON COLUMN report_case.opened_at IS 'The first open report; null while no report is open.';
COMMENT ON COLUMN report_case.kept_version IS 'Changes of the content after this moment can be reported again: a moderator has looked at it and kept it.';
CREATE INDEX report_case_claimed_by_idx ON report_case USING btree (claimed_by);
CREATE INDEX report_case_queue ON report_case USING btree (is_urgent DESC, reporters DESC, opened_at, id) WHERE opened_at IS NOT NULL;

CREATE TABLE report (
    id uuid NOT NULL,
    case_id uuid NOT NULL,
    reporter_id uuid,
    reason text NOT NULL,
    details text DEFAULT ''::text NOT NULL,
    law text,
    notice_name text,
    notice_email text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    closed_at timestamp with time zone,
    outcome text,
    CONSTRAINT report_pkey PRIMARY KEY (id),
    CONSTRAINT closed_has_outcome CHECK ((closed_at IS NULL) = (outcome IS NULL)),
    CONSTRAINT illegal_names_the_law CHECK ((reason = 'illegal'::text) = (law IS NOT NULL)),
    CONSTRAINT only_notices_have_senders CHECK (reason = 'illegal'::text OR notice_name IS NULL AND notice_email IS NULL),
    CONSTRAINT report_details_check CHECK (length(details) <= 2000),
    CONSTRAINT report_law_check CHECK (length(law) >= 1 AND length(law) <= 500),
    CONSTRAINT report_notice_email_check CHECK (length(notice_email) >= 3 AND length(notice_email) <= 254),
    CONSTRAINT report_notice_name_check CHECK (length(notice_name) >= 1 AND length(notice_name) <= 100),
    CONSTRAINT report_outcome_check CHECK (outcome = ANY (ARRAY['kept'::text, 'hidden'::text, 'removed'::text, 'settled'::text, 'gone'::text])),
    CONSTRAINT report_reason_check CHECK (reason = ANY (ARRAY['false_claim'::text, 'harassment'::text, 'hate'::text, 'spam'::text, 'illegal'::text, 'not_a_boycott'::text, 'other'::text])),
    CONSTRAINT report_case_id_fkey FOREIGN KEY (case_id) REFERENCES report_case(id) ON DELETE CASCADE,
    CONSTRAINT report_reporter_id_fkey FOREIGN KEY (reporter_id) REFERENCES person(id)
);
COMMENT ON COLUMN report.law IS 'A legal notice has it, and no other report: the law that the content breaks, or why it is illegal.';
CREATE INDEX report_case_id_created_at_id_idx ON report USING btree (case_id, created_at DESC, id DESC);
CREATE INDEX report_closed ON report USING btree (closed_at) WHERE closed_at IS NOT NULL;
CREATE UNIQUE INDEX report_open_once ON report USING btree (case_id, reporter_id) WHERE closed_at IS NULL;
CREATE INDEX report_reporter_id_created_at_id_idx ON report USING btree (reporter_id, created_at DESC, id DESC);

CREATE TABLE never_counted (
    month date NOT NULL,
    pledges bigint NOT NULL,
    as_of date NOT NULL,
    CONSTRAINT never_counted_pkey PRIMARY KEY (month),
    CONSTRAINT never_counted_month_check CHECK (EXTRACT(day FROM month) = 1::numeric),
    CONSTRAINT never_counted_pledges_check CHECK (pledges >= 0)
);
COMMENT ON TABLE never_counted IS 'For /transparency: the pledges of each month (UTC) that have never counted. The job of midnight writes the last three months.';

ALTER TABLE person ADD CONSTRAINT person_avatar_media_id_fkey FOREIGN KEY (avatar_media_id) REFERENCES media(id) ON DELETE SET NULL;
ALTER TABLE target ADD CONSTRAINT target_logo_media_id_fkey FOREIGN KEY (logo_media_id) REFERENCES media(id) ON DELETE SET NULL;
ALTER TABLE comment ADD CONSTRAINT comment_post_id_fkey FOREIGN KEY (post_id) REFERENCES community_post(id) ON DELETE CASCADE;
ALTER TABLE attachment ADD CONSTRAINT attachment_post_id_fkey FOREIGN KEY (post_id) REFERENCES community_post(id) ON DELETE CASCADE;
ALTER TABLE mail ADD CONSTRAINT mail_event_id_fkey FOREIGN KEY (event_id) REFERENCES notification_event(id) ON DELETE CASCADE;
ALTER TABLE count_correction ADD CONSTRAINT count_correction_invalidation_id_fkey FOREIGN KEY (invalidation_id) REFERENCES invalidation(id) ON DELETE SET NULL;

CREATE VIEW public_campaign AS
 SELECT id,
    slug,
    status,
    title,
    summary,
    body,
    body_html,
    why_it_matters,
    cover_media_id,
    impact_mode,
    product_service,
    currency,
    spend_cents,
    duration_basis,
    yearly_cents,
    non_monetary_unit,
    supporters_goal,
    impact_goal,
    creator_id,
    target_id,
    draft_target_name,
    draft_target_website,
    draft_industry_id,
    draft_industry_name,
    draft_causes,
    is_historical,
    started_on,
    ended_on,
    outcome,
    created_at,
    updated_at,
    published_at,
    outcome_html,
    title_words,
    words,
    moderation
   FROM campaign
  WHERE status <> 'draft'::text AND moderation IS NULL;

CREATE VIEW reportable AS
 SELECT 'campaign'::text AS kind,
    c.id,
    c.creator_id AS author_id,
    NULL::uuid AS community_id,
    c.title,
    (c.summary || '
'::text) || c.why_it_matters AS body,
    '/campaigns/'::text || c.slug AS path,
    c.updated_at AS changed_at,
    c.moderation
   FROM campaign c
  WHERE c.status <> 'draft'::text
UNION ALL
 SELECT 'comment'::text AS kind,
    s.id,
    s.author_id,
    NULL::uuid AS community_id,
    c.title,
    s.body,
    (('/campaigns/'::text || c.slug) || '?tab=discussion&commentId='::text) || s.id AS path,
    s.updated_at AS changed_at,
    s.moderation
   FROM comment s
     JOIN campaign c ON c.id = s.campaign_id
  WHERE (s.removed_at IS NULL OR s.moderation IS NOT NULL) AND c.status <> 'draft'::text
UNION ALL
 SELECT 'comment'::text AS kind,
    s.id,
    s.author_id,
    g.id AS community_id,
    g.name AS title,
    s.body,
    (((('/communities/'::text || g.slug) || '?postId='::text) || p.id) || '&commentId='::text) || s.id AS path,
    s.updated_at AS changed_at,
    s.moderation
   FROM comment s
     JOIN community_post p ON p.id = s.post_id
     JOIN community g ON g.id = p.community_id
  WHERE s.removed_at IS NULL OR s.moderation IS NOT NULL
UNION ALL
 SELECT 'update'::text AS kind,
    u.id,
    u.creator_id AS author_id,
    NULL::uuid AS community_id,
    c.title,
    (u.title || '
'::text) || u.body AS body,
    (('/campaigns/'::text || c.slug) || '?tab=updates&updateId='::text) || u.id AS path,
    u.created_at AS changed_at,
    NULL::text AS moderation
   FROM campaign_update u
     JOIN campaign c ON c.id = u.campaign_id
  WHERE c.status <> 'draft'::text
UNION ALL
 SELECT 'chat_message'::text AS kind,
    m.id,
    m.author_id,
    NULL::uuid AS community_id,
    c.title,
    m.body,
    '/campaigns/'::text || c.slug AS path,
    m.created_at AS changed_at,
    NULL::text AS moderation
   FROM campaign_chat_message m
     JOIN campaign c ON c.id = m.campaign_id
  WHERE c.status <> 'draft'::text
UNION ALL
 SELECT 'post'::text AS kind,
    p.id,
    p.author_id,
    g.id AS community_id,
    g.name AS title,
    (p.title || '
'::text) || p.body AS body,
    (('/communities/'::text || g.slug) || '?postId='::text) || p.id AS path,
    p.updated_at AS changed_at,
    NULL::text AS moderation
   FROM community_post p
     JOIN community g ON g.id = p.community_id
UNION ALL
 SELECT 'community'::text AS kind,
    g.id,
    g.owner_user_id AS author_id,
    NULL::uuid AS community_id,
    g.name AS title,
    g.description AS body,
    '/communities/'::text || g.slug AS path,
    g.updated_at AS changed_at,
    NULL::text AS moderation
   FROM community g
UNION ALL
 SELECT 'person'::text AS kind,
    q.id,
    q.id AS author_id,
    NULL::uuid AS community_id,
    q.display_name AS title,
    q.bio AS body,
    '/u/'::text || q.id AS path,
    q.updated_at AS changed_at,
    NULL::text AS moderation
   FROM person q
  WHERE q.deleted_at IS NULL
UNION ALL
 SELECT 'target'::text AS kind,
    t.id,
    NULL::uuid AS author_id,
    NULL::uuid AS community_id,
    t.name AS title,
    (t.description || '
'::text) || COALESCE(t.website_url, ''::text) AS body,
    '/targets/'::text || t.slug AS path,
    t.created_at AS changed_at,
    NULL::text AS moderation
   FROM target t;
COMMENT ON VIEW reportable IS 'What can be reported. It contains what moderators have hidden, and the content of private communities (community_id): check who may see a row.';
