// biome-ignore-all lint/suspicious/noTemplateCurlyInString: sources with templates are what is tested
import { expect, test } from 'vitest'
import { findTexts } from './find-texts.ts'

const found = (source: string) => findTexts('x.tsx', source).map((text) => text.replace('x.tsx: ', ''))

test.each([
  ['between tags', '<p>All mails</p>', ['All mails']],
  ['in a condition between tags', "<p>{busy ? 'wait' : seconds && 'try now'}</p>", ['wait', 'try now']],
  ['in a template between tags', '<p>{`${count} mails`}</p>', ['… mails']],
  ['in a fragment', "<>{'of'} them</>", ['of', 'them']],
  ['in an attribute', '<Field label="e-mail" alt={`Picture of ${name}`} />', ['e-mail', 'Picture of …']],
  ['in an attribute of any name', '<Form busyAction="Saving..." />', ['Saving...']],
])('text %s is found', (_, source, texts) => {
  expect(found(source)).toEqual(texts)
})

test.each([
  [
    'a toast',
    "toast({ title: 'Success', description: `${email} is removed.` })",
    ['Success', '… is removed.'],
  ],
  ['a command', "({ label: 'logout', keywords: ['sign out', 'leave'] })", ['logout', 'sign out', 'leave']],
  ['a column', "({ name: 'recipient', cell: () => null })", ['recipient']],
  ['names of values', "({ queued: 'Waiting', failed: 'Not sent' })", ['Waiting', 'Not sent']],
  ['pairs of a value and its name', "[['sent', 'Sent'], ['link', 'Sign-in link']]", ['Sent', 'Sign-in link']],
  ['what a function returns', "function name() { return 'Nobody' }", ['Nobody']],
  ['what stands for a missing value', "const name = given || 'Unknown'", ['Unknown']],
  [
    'a sentence anywhere',
    "tell('Copied.'); const INTRO = 'Choose a password'",
    ['Copied.', 'Choose a password'],
  ],
])('%s is found', (_, source, texts) => {
  expect(found(source)).toEqual(texts)
})

test.each([
  "<p className={`${tone} truncate pr-9`} lang='en'>{t('outbox.title')}</p>",
  "if (event.key === 'Escape') bind({ key: 'Enter', run })",
  "throw new TypeError('This must not happen.')",
  "console.warn('The session could not be ended', error)",
  "headers.set('Content-Type', 'text/plain'); class Refusal extends Error { name = 'Refusal' }",
  "const BROWSERS = [['Edge', /Edg/], ['Samsung Internet', /Samsung/]]",
  "const LABELS = { label: 'outbox.mail.back' }",
  "const NAMES = ['AuthInvalidJwtError', 'PGRST301', '42501']",
])('%s holds no text for people', (source) => {
  expect(found(source)).toEqual([])
})
