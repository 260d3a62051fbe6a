import { expect, test } from 'vitest'
import { mailLook, renderMail } from '#server/platform/mail/render-mail.ts'
import { CallToAction, Notes, Paragraph } from '#server/platform/mail/templates/blocks.tsx'
import { Layout, systemMail } from '#server/platform/mail/templates/system-mail.tsx'
import { readMailHtml } from '#server/platform/mail/templates/testing/read-mail-html.ts'

const NASTY = `<script>alert("1")</script> & 'quotes' <img src=x onerror=alert(2)> </style> {{site}} -->`

test('everything that is passed in is text in both parts, never HTML', async () => {
  const href = 'https://aiwatch.example/?a="><b>&c=d'
  const { html, text } = await renderMail(
    <Layout language="en" site={NASTY} look={mailLook()} subject={NASTY} preheader={NASTY}>
      <Paragraph>{NASTY}</Paragraph>
      <CallToAction label={NASTY} href={href} fallback={NASTY} />
      <Notes notes={[NASTY]} />
    </Layout>,
  )
  const { elements, all } = readMailHtml(html)
  const [head, body] = [all('head')[0]?.text ?? '', all('body')[0]?.text ?? '']
  expect(elements.map(({ name }) => name)).not.toContain('script')
  expect(elements.map(({ name }) => name)).not.toContain('img')
  expect(elements.map(({ name }) => name)).not.toContain('b')
  // The title; and preheader, name, headline, paragraph, label, fallback, note, signature.
  expect(head.split(NASTY)).toHaveLength(2)
  expect(body.split(NASTY)).toHaveLength(9)
  expect(all('a').map(({ attributes }) => attributes.href)).toEqual([href])
  // Paragraph, note and signature.
  expect(text.split(NASTY)).toHaveLength(4)
  expect(text).toContain(href)
})

test('a subject is one line in its own direction, whatever it quotes', async () => {
  const subject = 'Work on “The \u202Eweek\u2067\r\nBcc: x\u0007” \u{1F680}\u2028'
  const mail = await systemMail({ language: 'en', subject, preheader: 'Preheader', body: null })
  expect(mail.subject).toBe('Work on “The  week Bcc: x ” \u{1F680}')
  expect(mail.html).not.toContain('\u202E')
})

test('the text part has paragraphs, address and notes in reading order, and the name of the site as signature', async () => {
  const { text } = await renderMail(
    <Layout
      language="en"
      site="AI Watch"
      look={mailLook()}
      subject="Only a headline"
      preheader="Only for the inbox"
    >
      <Paragraph>Hello,</Paragraph>
      <Paragraph>please confirm:</Paragraph>
      <CallToAction label="Confirm" href="https://aiwatch.example/confirm" fallback="Copy it:" />
      <Notes notes={['Valid for a day.', 'Or ignore it.']} />
    </Layout>,
  )
  expect(text).toBe(
    'Hello,\n\nplease confirm:\n\nhttps://aiwatch.example/confirm\n\nValid for a day.\n\nOr ignore it.\n\n-- \nAI Watch\n',
  )
})

test('a long line of the text part is not broken', async () => {
  const long = 'word '.repeat(100).trim()
  const { text } = await renderMail(
    <Layout language="de" site="AI Watch" look={mailLook()} subject="Long" preheader="Long">
      <Paragraph>{long}</Paragraph>
    </Layout>,
  )
  expect(text.split('\n')[0]).toBe(long)
})
