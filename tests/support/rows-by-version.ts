/** Rows that a database can have from this migration on, up to before `until`. */
interface OldRows {
  since: string
  until?: string
  sql: string
}

const id = (n: number) => `'00000000-0000-4000-8000-${String(n).padStart(12, '0')}'`
const MARA = id(1)
const ZEBRAS = id(2)
const ZEBRAS_IN_GERMAN = id(3)
const GONE = id(4)
const ADA = id(5)
const ISSUE = id(6)
const ITEM = id(7)
const BACKUP = id(8)

/** A few rows of every noun, as the versions since `since` could store them. */
export const ROWS_BY_VERSION: OldRows[] = [
  {
    since: '20261120090200',
    sql: `
      insert into auth.users (id, email, encrypted_password) values (${MARA}, 'mara@example.org', '$2b$10$P01');
      insert into public.user_roles (user_id, role) values (${MARA}, 'admin');
      insert into public.articles (id, slug, title, excerpt, content, category, author, published) values
        (${ZEBRAS}, 'zebras', 'Zebras', 'Of zebras.', 'A lion, a lion.', 'tech', 'Łukasz Żółć', true),
        (${GONE}, 'gone', 'Gone', 'Gone.', 'Gone.', 'news', 'Ada', true)`,
  },
  {
    since: '20261120100200',
    sql: `
      insert into public.articles (id, slug, language, title, excerpt, content, category, published, original_article_id)
        values (${ZEBRAS_IN_GERMAN}, 'zebras', 'de', 'Zebras', 'Von Zebras.', 'Ein Löwe.', 'tech', true, ${ZEBRAS});
      update public.articles set slug = 'all-about-zebras' where id = ${ZEBRAS}`,
  },
  { since: '20261124100700', sql: `delete from public.articles where id = ${GONE}` },
  {
    since: '20261124101000',
    sql: `
      insert into public.article_corrections (article_id, text) values (${ZEBRAS}, 'Zebras are not horses.');
      insert into public.article_check_overrides (article_id, finding, reason) values (${ZEBRAS}, 'alt:x', 'It is decoration.');
      insert into public.working_copies (id, owner, article_id, form) values (${id(10)}, ${MARA}, ${ZEBRAS}, '{"title": "Half a ti"}');
      insert into public.article_schedules (article_id, publish_at, zone) values (${ZEBRAS}, '2099-01-01', 'UTC');
      insert into public.article_previews (article_id, created_by, expires_at) values (${ZEBRAS}, ${MARA}, '2099-01-01')`,
  },
  {
    since: '20261120090900',
    sql: `
      insert into public.newsletter_subscribers (id, email, confirmed) values (${ADA}, 'ada@example.org', true);
      insert into public.newsletter_send_tickets (ticket_hash, email) values ('abc', 'ada@example.org');
      insert into public.outbox_mails (message_id, sender, recipient, subject, body_text, body_html)
        values ('m1', 'news@example.org', 'ada@example.org', 'Hello', 'Text', '<p>Text</p>')`,
  },
  {
    since: '20261120090900',
    until: '20261121092000',
    sql: `
      update public.newsletter_subscribers set consent = '{"asked": "once"}', requested_consent = '{"asked": "again"}',
        confirmation_token_hash = repeat('a', 64), confirmation_expires_at = '2099-01-01', confirmation_sent_at = '2026-11-20'`,
  },
  {
    since: '20261121092000',
    sql: `insert into private.newsletter_consents (subscriber_id, consent) values (${ADA}, '{"asked": "once"}')`,
  },
  {
    since: '20261122130200',
    sql: `
      insert into auth.sessions (id, user_id, aal) values (${id(11)}, ${MARA}, 'aal1');
      insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret)
        values (${id(12)}, ${MARA}, 'Phone', 'totp', 'verified', 'sealed');
      insert into auth.mfa_recovery_codes (factor_id, code_hash) values (${id(12)}, repeat('0', 64));
      insert into auth.identities (id, provider, provider_id, user_id) values (${id(16)}, 'email', 'mara@example.org', ${MARA});
      insert into public.mail_deliveries (id, kind, recipient, subject, status)
        values (${id(13)}, 'send-confirmation-mail', 'ada@example.org', 'Hello', 'failed')`,
  },
  {
    since: '20261122130200',
    until: '20270129020000',
    sql: `insert into private.administrator_invitations (id, email, invited_by) values (${id(17)}, 'nora@example.org', ${MARA})`,
  },
  {
    since: '20261123090000',
    sql: `insert into public.settings (key, value) values ('site_name', '"Zebra Watch"')`,
  },
  {
    since: '20261125100100',
    sql: `
      insert into storage.objects (bucket_id, name, version, metadata)
        values ('article-images', 'zebra.webp', 'v1', '{"mimetype": "image/webp", "size": 10}');
      insert into public.media_uses (name, kind, source_id, article_id) values ('zebra.webp', 'hero', ${ZEBRAS}, ${ZEBRAS})`,
  },
  {
    since: '20261126100300',
    sql: `
      insert into private.ai_usage (day, model, task, calls, input_tokens, output_tokens)
        values ('2026-11-01', 'a-model', 'translation', 1, 2, 3);
      insert into private.ai_settings (provider, model, sealed_key) values ('openai', 'a-model', 'sealed')
        on conflict (only_row) do update set provider = excluded.provider, model = excluded.model, sealed_key = excluded.sealed_key;
      insert into public.translation_segments (language, source_hash, context, source, text, origin)
        values ('de', repeat('0', 64), 'title', 'Zebras', 'Zebras', 'person');
      insert into public.translation_parts (translation_id, position, segment_id)
        select ${ZEBRAS_IN_GERMAN}, 1, id from public.translation_segments;
      insert into public.translation_runs (id, article_id, language) values (${id(14)}, ${ZEBRAS}, 'it');
      insert into public.article_translations (translation_id, original_id, language, origin)
        values (${ZEBRAS_IN_GERMAN}, ${ZEBRAS}, 'de', 'machine') on conflict do nothing`,
  },
  {
    since: '20261127000000',
    sql: `insert into public.translation_reports (translation_id, quote) values (${ZEBRAS_IN_GERMAN}, 'Das ist falsch.')`,
  },
  {
    since: '20261128000200',
    sql: `
      insert into public.glossary_terms (id, language, term, rule) values (${id(15)}, 'de', 'zebra', 'keep');
      insert into public.glossary_proposals (language, before, after) values ('de', 'Modell', 'KI-Modell');
      insert into public.translation_edits (language, before, after, article_id, segment_id, replaced_id)
        select 'de', 'A', 'B', ${ZEBRAS}, id, id from public.translation_segments;
      insert into public.pending_translations
          (translation_id, original_id, language, replaces, title, excerpt, content, origin, parts)
        select ${ZEBRAS_IN_GERMAN}, ${ZEBRAS}, 'de', updated_at, 'Zebras', 'B', 'C', 'machine', '[]'
        from public.articles where id = ${ZEBRAS_IN_GERMAN}`,
  },
  {
    since: '20261129000300',
    sql: `
      insert into private.suppressed_addresses (address_hash, reason) values (sha256('bob@example.org'), 'bounced');
      insert into public.newsletter_issues (id) values (${ISSUE});
      insert into public.newsletter_editions (issue_id, language, origin) values (${ISSUE}, 'en', 'rules');
      insert into public.newsletter_items (id, issue_id, article_id, section) values (${ITEM}, ${ISSUE}, ${ZEBRAS}, 'top');
      insert into public.newsletter_summaries (item_id, language, summary, origin) values (${ITEM}, 'en', 'What it is about.', 'rules');
      insert into public.newsletter_messages (issue_id, language, subject, preheader, html, body_text, content)
        values (${ISSUE}, 'en', 'Zebras of the week', '', '', '', '');
      insert into public.newsletter_issue_events (issue_id, event) values (${ISSUE}, 'draft');
      insert into public.newsletter_deliveries (issue_id, subscriber_id, email, language)
        values (${ISSUE}, ${ADA}, 'ada@example.org', 'en')`,
  },
  {
    since: '20261130500100',
    sql: `insert into public.newsletter_clicks (issue_id, link, target) values (${ISSUE}, 1, '/tech')`,
  },
  {
    since: '20261130600000',
    sql: `
      insert into private.newsletter_bounces (subscriber_id, source, kind) values (${ADA}, 'delivery report', 'permanent');
      insert into private.newsletter_approvals (issue_id, parts) values (${ISSUE}, '[]');
      insert into private.newsletter_sundays (sunday, issue_id) values ('2026-11-01', ${ISSUE});
      insert into private.newsletter_consent_texts (version, language, asked) values (99, 'en', 'May we?') on conflict do nothing`,
  },
  {
    since: '20261212000000',
    sql: `
      update private.mail_settings set kind = 'smtp', host = 'smtp.example.org', port = 587, security = 'starttls', username = 'mara',
        sealed_secret = 'sealed', secret_end = 'cret', sender_address = 'news@example.org', sender_name = 'Zebra Watch'`,
  },
  {
    since: '20261213000000',
    sql: `insert into public.article_unpublishings (article_id, unpublish_at, zone) values (${ZEBRAS}, '2099-02-01', 'UTC')`,
  },
  {
    since: '20261216000000',
    sql: `
      insert into private.refused_translations (article_id, language, context, source_hash, text, reasons)
        values (${ZEBRAS}, 'it', 'title', repeat('0', 64), 'Zebre', '{length}')`,
  },
  {
    since: '20261220000000',
    sql: `insert into public.categories (slug, position) values ('garden', 6)`,
  },
  {
    since: '20261223000000',
    sql: `insert into private.look_files (name, content) values ('look/0123456789abcdef0123456789abcdef.svg', '<svg/>')`,
  },
  {
    since: '20261225000000',
    sql: `insert into public.pages (slug, title, content, published) values ('imprint', 'Imprint', 'Text', true);
      insert into private.page_redirects (slug, leads_to) values ('impressum', 'imprint')`,
  },
  {
    since: '20270102000000',
    sql: `insert into private.restorations (made_at, confirmed_at) values ('2026-10-01', now())`,
  },
  {
    since: '20270106010000',
    sql: `
      insert into private.backup_schedule (daily_at) values ('03:30');
      insert into private.backups (id, status, place, place_id, file, bytes, made_at, encrypted)
        values (${BACKUP}, 'done', '/backups', 'here', 'site-2026-10-01-0130-00000000.backup', 20, '2026-10-01', false);
      insert into private.backup_troubles (kind, reason, ended_at) values ('failed', 'The disk is full.', now());
      insert into private.backup_downloads (token_hash, backup_id, user_id, expires_at) values ('hash', ${BACKUP}, ${MARA}, now())`,
  },
  {
    since: '20270107000000',
    sql: `
      insert into private.processes (id, host, folder, pid, role, version, started_at, memory_bytes)
        values (${id(16)}, 'vm', '/data', 1, 'everything', '1.0.0', now(), 1);
      insert into private.update_checks (version, changelog) values ('9.9.9', 'https://example.org')`,
  },
  {
    since: '20270120000000',
    sql: `
      insert into public.access_tokens (name, hint, hash, scopes, made_by, ends_at)
        values ('A script', 'aiw_abcd…wxyz', repeat('0', 64), '{read}', ${MARA}, now() + interval '30 days')`,
  },
  {
    since: '20270121010000',
    sql: `
      insert into public.webhooks (id, url, events) values (${id(17)}, 'https://hooks.example.org/in', '["article.updated"]');
      insert into private.webhook_secrets (webhook_id, sealed) values (${id(17)}, 'sealed');
      insert into private.webhook_turns (webhook_id, job_id, ends_at) values (${id(17)}, ${id(17)}, now());
      insert into public.webhook_deliveries (webhook_id, event, data) values (${id(17)}, 'webhook.test', '{}')`,
  },
  {
    since: '20270124000000',
    sql: `
      insert into private.imports (id, name, kind, source, state) values (${id(18)}, 'blog.xml', 'command', 'wordpress blog', 'done');
      insert into private.import_items (source, source_id, article_id, hash, written_at, created_by)
        values ('wordpress blog', 'wordpress:12', ${ZEBRAS}, 'hash', now(), ${id(18)})`,
  },
  {
    since: '20270125000000',
    sql: `insert into private.old_addresses (address, article_id) values ('/2024/05/zebras', ${ZEBRAS})`,
  },
  {
    since: '20270129020000',
    sql: `
      insert into private.invitations (id, email, invited_by, role, languages)
        values (${id(17)}, 'nora@example.org', ${MARA}, 'translator', '{fr,de}');
      insert into private.roles_with_second_factor (role) values ('newsletter')`,
  },
  {
    since: '20270129040100',
    sql: `
      insert into public.article_workflow (article_id, owner, state, next_person, next_task, due_on)
        values (${ZEBRAS}, ${MARA}, 'ready', ${MARA}, 'Check the numbers', '2099-01-01');
      insert into public.article_people (article_id, user_id) values (${ZEBRAS}, ${MARA});
      insert into public.handovers (article_id, made_by, to_person, state_before, state_after, sentence)
        values (${ZEBRAS}, ${MARA}, ${MARA}, 'draft', 'ready', 'Check the numbers');
      insert into private.work_notices (user_id, kind, article_id, sentence)
        values (${MARA}, 'handover', ${ZEBRAS}, 'Check the numbers')`,
  },
  {
    since: '20270129060200',
    sql: `insert into private.calendar_addresses (user_id, hash) values (${MARA}, repeat('a', 64))`,
  },
  {
    since: '20270129070100',
    sql: `insert into public.translation_claims (original_id, language, user_id) values (${ZEBRAS}, 'de', ${MARA})`,
  },
  {
    since: '20270129070200',
    sql: `insert into private.desk_visits (user_id, previous_visit_at) values (${MARA}, '2026-12-01')`,
  },
  {
    since: '20270129050000',
    sql: `
      insert into public.article_notes (id, article_id, original_id, language, kind, field, quote, quote_length, body, made_by, made_by_name)
        values (${id(19)}, ${ZEBRAS}, ${ZEBRAS}, 'en', 'note', 'content', 'A lion', 6, 'Which one?', ${MARA}, 'Mara')`,
  },
  {
    since: '20270129060100',
    sql: `
      insert into public.ideas (title, person, planned_on) values ('Of quaggas', ${MARA}, '2099-01-01');
      insert into public.ideas (title, article_id) values ('Of zebras', ${ZEBRAS})`,
  },
  {
    since: '20270201000000',
    sql: `
      insert into public.news_feeds (id, url, outlet) values (${id(20)}, 'https://courier.example/feed', 'The Courier');
      insert into public.news_groups (id) values (${id(21)});
      insert into public.news_items (id, kind, feed_id, url, title, outlet, published_at, group_id)
        values (${id(22)}, 'feed', ${id(20)}, 'https://courier.example/rain', 'Rain', 'The Courier', '2026-12-01', ${id(21)});
      insert into private.news_texts (item_id, text, sentences) values (${id(22)}, 'It rains.', '{It rains.}')`,
  },
  {
    since: '20270202000000',
    sql: `
      insert into private.news_comparisons (item_id, bands, words, weights) values (${id(22)}, '{1}', '{2}', '{3}');
      insert into private.news_word_counts (period, word, items) values (1, 2, 3);
      insert into private.news_section_words (section, word, weight) values ('tech', 'chip', 1);
      insert into private.news_group_views (user_id, group_id, seen_at) values (${MARA}, ${id(21)}, '2026-12-02')`,
  },
  {
    since: '20270203000000',
    sql: `
      insert into public.sourced_articles (article_id) values (${ZEBRAS});
      insert into public.article_sources (article_id, number, outlet, title, published_at, origin_id)
        values (${ZEBRAS}, 1, 'The Courier', 'Rain', '2026-12-01', ${id(22)});
      insert into public.article_sentences (article_id, text_hash, position, field, text, key, kind, verdict)
        values (${ZEBRAS}, 'a', 1, 'content', 'It rains.', 'b', 'fact', 'green');
      insert into public.sentence_signatures (article_id, key, text, reason, signed_by, signed_by_name)
        values (${ZEBRAS}, 'b', 'It rains.', 'I was there.', ${MARA}, 'Mara')`,
  },
  {
    since: '20270204000000',
    sql: `
      insert into private.draft_requests (requested_by, key, item_ids, options, sources) values (${MARA}, 'a', array[${id(22)}::uuid], '{}', '[]')`,
  },
  {
    since: '20270205000000',
    sql: `
      insert into private.source_checks (url, next_at) values ('https://courier.example/rain', '2026-12-02');
      update private.news_texts set notice = 'short'`,
  },
  {
    since: '20270208000100',
    sql: `
      insert into private.kept_citations (article_id, key, text, kind, cites, judged_at)
        values (${ZEBRAS}, 'c', 'It rained.', 'fact', '[{"source": 1, "sentence": 1, "text": "It rains."}]', '2026-12-02')`,
  },
  {
    since: '20270209000001',
    sql: `
      insert into private.news_feed_lists (feed_id, keys) select id, '{1,2}' from public.news_feeds`,
  },
  {
    since: '20270301000000',
    sql: `
      insert into private.page_views (day, path, language, kind, slug, views) values ('2026-12-02', '/article/zebras', 'en', 'article', 'zebras', 3);
      insert into private.daily_visitors (day, language, visitors) values ('2026-12-02', '', 2);
      insert into private.page_referrers (day, language, host, views) values ('2026-12-02', 'en', 'courier.example', 1)`,
  },
  {
    since: '20270303000000',
    sql: `
      insert into private.websub_topics (path, digest, content_type, content) values ('/feeds/en.xml', 'digest', 'application/rss+xml', 'feed');
      insert into private.websub_requests (mode, topic, callback, callback_host, lease_seconds, topic_digest)
        values ('subscribe', '/feeds/en.xml', 'https://reader.example/2', 'reader.example', 86400, 'digest');
      insert into private.websub_subscriptions (topic, callback, callback_host, network, sealed_secret, expires_at, sent_digest)
        values ('/feeds/en.xml', 'https://reader.example/1', 'reader.example', '192.0.2.1', 'v1.a', '2027-12-02', 'digest');
      insert into private.indexnow (key) values ('0123456789abcdef0123456789abcdef');
      insert into private.changed_addresses (language, slug) values ('en', 'zebras')`,
  },
  {
    since: '20270304000000',
    sql: `
      insert into private.social_keys (language, algorithm, public_key, sealed_private_key) values ('en', 'Ed25519', '{}', 'v1.a');
      insert into private.social_followers (language, actor, inbox, host, handle, name)
        values ('en', 'https://social.example/mara', 'https://social.example/mara/inbox', 'social.example', '@mara@social.example', 'Mara');
      insert into private.social_reactions (article_id, kind, actor, host, uri, body)
        values (${ZEBRAS}, 'reply', 'https://social.example/mara', 'social.example', 'https://social.example/notes/1', 'Well said.');
      insert into private.social_blocks (kind, value) values ('domain', 'spam.example');
      insert into private.remote_keys (id, document) values ('https://social.example/mara#main-key', '{}');
      insert into private.social_changes (article_id, is_new) values (${ZEBRAS}, true);
      insert into private.social_posts (article_id, generation, language, hash) values (${ZEBRAS}, 1, 'en', 'a');
      insert into private.social_activities (id, language, kind, article_id, body) values (${id(30)}, 'en', 'Create', ${ZEBRAS}, '{}');
      insert into private.social_deliveries (activity_id, inbox, host) values (${id(30)}, 'https://social.example/inbox', 'social.example');
      insert into private.social_servers (host) values ('social.example')`,
  },
  {
    since: '20270403000000',
    sql: `
      insert into storage.objects (bucket_id, name, version, metadata)
        values ('article-audio', ${id(40)} || '.mp3', 'v2', '{"mimetype": "audio/mpeg", "size": 10}');
      insert into private.article_audio (article_id, id, model, voice, seconds, bytes, parts)
        values (${ZEBRAS}, ${id(40)}, 'a-voice', 'mara', 1.5, 10, '[]');
      insert into private.speech_tasks (article_id) values (${ZEBRAS});
      insert into private.speech_parts (article_id, hash, audio) values (${ZEBRAS}, repeat('0', 64), 'sound')`,
  },
  {
    since: '20270403000001',
    sql: `
      insert into private.newsletter_audio (issue_id, language, id, model, voice, seconds, bytes, parts, made_at)
        select issue_id, language, ${id(41)}, 'a-voice', 'mara', 1.5, 10, '[]', now() from public.newsletter_messages limit 1;
      insert into private.newsletter_audio_parts (issue_id, language, hash, audio)
        select issue_id, language, repeat('0', 64), 'sound' from public.newsletter_messages limit 1`,
  },
  {
    since: '20270405000000',
    sql: `
      update public.newsletter_subscribers set sections = '{tech}' where id = ${ADA};
      update private.newsletter_consents set chosen_sections = '{"sections": "tech"}' where subscriber_id = ${ADA}`,
  },
  {
    since: '20270405000001',
    sql: `
      insert into public.authors (slug, descriptions, links, former_slugs)
        values ('zoe', '{"en": "Writes about zebras."}', '["https://social.example/@zoe"]', '{zoe-z}')`,
  },
]
