-- The consent of each subscriber. Clients cannot read it.
create table private.newsletter_consents (
  subscriber_id uuid primary key references public.newsletter_subscribers (id) on delete cascade,
  -- The question, its time and its origin: as it was confirmed, and as it was last requested, by the owner of the address or not.
  consent jsonb not null default '{}',
  requested_consent jsonb not null default '{}',
  confirmation_sent_at timestamptz,
  -- The last choice of sections: its time, origin and way, and which ones.
  chosen_sections jsonb not null default '{}'
);

-- Each mailed link is valid for its own time, and may be opened twice.
create table private.newsletter_confirmation_tokens (
  token_hash text primary key,
  subscriber_id uuid not null references public.newsletter_subscribers (id) on delete cascade,
  -- The request that caused this mail: another person may cause the next one.
  requested_consent jsonb not null default '{}',
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '72 hours',
  used_at timestamptz
);
comment on table private.newsletter_confirmation_tokens is $${"purge": "expires_at < now() - interval '30 days'"}$$;
create index newsletter_confirmation_tokens_subscriber on private.newsletter_confirmation_tokens (subscriber_id);
create index newsletter_confirmation_tokens_expiry on private.newsletter_confirmation_tokens (expires_at);

-- The exact words to which subscribers consented, because a date alone shows nothing once the words have changed.
create table private.newsletter_consent_texts (
  version integer not null check (version > 0),
  language text not null references private.languages,
  -- The question of the confirmation mail, and the text beside the form; {{site}} is the name of the publication.
  asked text not null,
  primary key (version, language)
);
revoke all on private.newsletter_consent_texts from public, anon, authenticated, service_role;

-- The words with which a new publication begins; each process that starts records the words that are in force.
insert into private.newsletter_consent_texts (version, language, asked) values
  (1, 'en', E'You asked to receive the Sunday AI Briefing, the free weekly newsletter of {{site}}. Please confirm that this email address is yours:\nBy subscribing, you agree to our privacy policy.'),
  (1, 'es', E'Se ha solicitado el envío del briefing dominical de IA, el boletín semanal gratuito de {{site}}, a esta dirección. Confirma que es tuya:\nAl suscribirte, aceptas nuestra política de privacidad.'),
  (1, 'fr', E'Vous avez demandé à recevoir le briefing IA du dimanche, la newsletter hebdomadaire gratuite publiée par {{site}}. Veuillez confirmer que cette adresse e-mail est bien la vôtre :\nEn vous abonnant, vous acceptez notre politique de confidentialité.'),
  (1, 'de', E'Sie möchten das KI-Briefing am Sonntag erhalten, den kostenlosen wöchentlichen Newsletter von {{site}}. Bitte bestätigen Sie, dass diese E-Mail-Adresse Ihnen gehört:\nMit der Anmeldung stimmen Sie unserer Datenschutzerklärung zu.'),
  (1, 'it', E'Hai chiesto di ricevere il briefing domenicale sull’IA, la newsletter settimanale gratuita di {{site}}. Conferma che questo indirizzo email è tuo:\nCon l’iscrizione accetti la nostra informativa sulla privacy.'),
  (1, 'pt', E'Recebemos um pedido para enviar a este endereço o briefing de IA de domingo, a newsletter semanal gratuita publicada por {{site}}. Confirme que o endereço é seu:\nAo inscrever-se, aceita a nossa política de privacidade.'),
  -- In Portugal a newsletter is "subscrita", not "inscrita".
  (2, 'pt', E'Recebemos um pedido para enviar a este endereço o briefing de IA de domingo, a newsletter semanal gratuita publicada por {{site}}. Confirme que o endereço é seu:\nAo subscrever, aceita a nossa política de privacidade.');

/* Records the words of consent that are in force, {language: words}, as a new version where they are not the latest. Only the
   server calls it: it knows the messages, which publications can change. */
create function private.record_consent_texts(p_texts jsonb) returns void
language plpgsql set search_path = ''
as $$
begin
  lock table private.newsletter_consent_texts in share row exclusive mode;
  insert into private.newsletter_consent_texts (version, language, asked)
  select coalesce(latest.version, 0) + 1, text.language, text.asked
  from jsonb_each_text(p_texts) as text (language, asked)
  left join lateral (
    select version, texts.asked from private.newsletter_consent_texts as texts
    where texts.language = text.language order by version desc limit 1) as latest on true
  where latest.asked is distinct from text.asked;
end
$$;
