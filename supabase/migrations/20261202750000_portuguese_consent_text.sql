-- In Portugal a newsletter is "subscrita", not "inscrita": the words beside the form have changed, so the record of them gets a version.

insert into private.newsletter_consent_texts (version, language, asked) values
  (2, 'pt', E'Recebemos um pedido para enviar a este endereço o briefing de IA de domingo, a newsletter semanal gratuita publicada por {{site}}. Confirme que o endereço é seu:\nAo subscrever, aceita a nossa política de privacidade.');
