-- What somebody agreed to is kept with their consent word for word: "subscribed on a date" shows nothing once the words have changed.

create table private.newsletter_consent_texts (
  version integer not null check (version > 0),
  language text not null check (language in ('en', 'es', 'fr', 'de', 'it', 'pt')),
  -- What the confirmation mail asks, and what stands beside the form; {{site}} is the name of the publication.
  asked text not null,
  primary key (version, language)
);

alter table private.newsletter_consent_texts enable row level security;
revoke all on private.newsletter_consent_texts from public, anon, authenticated, service_role;

-- A test compares the latest version with the catalogs: whoever changes those words adds a version.
insert into private.newsletter_consent_texts (version, language, asked) values
  (1, 'en', E'You asked to receive the Sunday AI Briefing, the free weekly newsletter of {{site}}. Please confirm that this email address is yours:\nBy subscribing, you agree to our privacy policy.'),
  (1, 'es', E'Se ha solicitado el envío del briefing dominical de IA, el boletín semanal gratuito de {{site}}, a esta dirección. Confirma que es tuya:\nAl suscribirte, aceptas nuestra política de privacidad.'),
  (1, 'fr', E'Vous avez demandé à recevoir le briefing IA du dimanche, la newsletter hebdomadaire gratuite publiée par {{site}}. Veuillez confirmer que cette adresse e-mail est bien la vôtre :\nEn vous abonnant, vous acceptez notre politique de confidentialité.'),
  (1, 'de', E'Sie möchten das KI-Briefing am Sonntag erhalten, den kostenlosen wöchentlichen Newsletter von {{site}}. Bitte bestätigen Sie, dass diese E-Mail-Adresse Ihnen gehört:\nMit der Anmeldung stimmen Sie unserer Datenschutzerklärung zu.'),
  (1, 'it', E'Hai chiesto di ricevere il briefing domenicale sull’IA, la newsletter settimanale gratuita di {{site}}. Conferma che questo indirizzo email è tuo:\nCon l’iscrizione accetti la nostra informativa sulla privacy.'),
  (1, 'pt', E'Recebemos um pedido para enviar a este endereço o briefing de IA de domingo, a newsletter semanal gratuita publicada por {{site}}. Confirme que o endereço é seu:\nAo inscrever-se, aceita a nossa política de privacidade.');

/* The record of a request to subscribe: which words were read, in which language, when, from which address, and how it was made. */
create function private.consent_asked(p_language text, p_ip text, p_by text) returns jsonb
language sql stable set search_path = ''
return (
  select jsonb_build_object(
    'asked', replace(asked, '{{site}}', coalesce((select value #>> '{}' from public.settings where key = 'site_name'), 'AI Watch')),
    'version', version, 'language', language, 'by', p_by, 'at', now(), 'ip', p_ip)
  from private.newsletter_consent_texts where language = p_language order by version desc limit 1);

revoke all on function private.consent_asked(text, text, text) from public;

/* Answers {success, email, confirmation_token}, where confirmation_token is a send ticket.
   Raises 22023 with the message for the reader when the address is no e-mail address. */
create or replace function public.subscribe_newsletter(p_email text, p_language text default 'en') returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  typed text := btrim(coalesce(p_email, ''));
  address text := lower(typed);
  reader_language text := case when p_language in ('en', 'es', 'fr', 'de', 'it', 'pt') then p_language else 'en' end;
  headers jsonb := coalesce(nullif(current_setting('request.headers', true), ''), '{}')::jsonb;
  ticket text := private.random_token();
  asking_subscriber uuid;
begin
  if char_length(address) > 255 then
    raise exception using errcode = '22023', message = 'Email too long';
  end if;
  -- The HTML standard's pattern for type=email, with at least one dot in the domain. Checked as typed: lower() makes
  -- plain letters of some that are not, such as the Kelvin sign, and the mail would go to somebody else.
  if typed !~ '^[A-Za-z0-9.!#$%&''*+/=?^_`{|}~-]+@[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+$' then
    raise exception using errcode = '22023', message = 'Invalid email address';
  end if;

  insert into public.newsletter_subscribers as subscriber (email, language) values (address, reader_language)
    on conflict (lower(email)) do update
      set language = excluded.language,
          -- Who was about to be forgotten is as good as new.
          subscribed_at = case when subscriber.confirmed or subscriber.subscribed_at > now() - interval '30 days'
            then subscriber.subscribed_at else excluded.subscribed_at end
      where not subscriber.confirmed or not subscriber.is_active
    returning id into asking_subscriber;
  -- Null for who is subscribed already: about them nothing changes.
  if asking_subscriber is not null then
    insert into private.newsletter_consents (subscriber_id, requested_consent)
    values (asking_subscriber, private.consent_asked(reader_language, headers ->> 'x-client-ip', 'form'))
    on conflict (subscriber_id) do update set requested_consent = excluded.requested_consent;
  end if;

  insert into public.newsletter_send_tickets (ticket_hash, email) values (private.sha256_hex(ticket), address);
  return jsonb_build_object('success', true, 'email', address, 'confirmation_token', ticket);
end
$$;
