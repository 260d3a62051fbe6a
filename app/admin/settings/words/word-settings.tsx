import { useQuery } from '@tanstack/react-query'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useId, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { SelectControl } from '#app/admin/kit/form/select-control.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { STATEMENTS_PATH } from '#app/admin/kit/paths.ts'
import { deskQuery } from '#app/admin/kit/query/desk-query.ts'
import { QueryView } from '#app/admin/kit/query/query-view.tsx'
import { languageName } from '#app/admin/kit/ui/format.ts'
import { ListSkeleton } from '#app/admin/kit/ui/list-pager.tsx'
import { Announcement, Notice } from '#app/admin/kit/ui/notice.tsx'
import { SECTIONS, SETTING_LABELS } from '#app/admin/settings/sections.ts'
import { ChangedMeanwhile } from '#app/admin/settings/setting-fields.tsx'
import { SettingSection } from '#app/admin/settings/setting-section.tsx'
import { SETTINGS_KEY } from '#app/admin/settings/settings-queries.ts'
import type { SettingPartProps } from '#app/admin/settings/use-setting-form.ts'
import { findWords, hasProblem, isChanged, labelOf, type OwnWords } from '#app/admin/settings/words/words.ts'
import { Badge } from '#app/components/ui/badge.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { Field, TextField } from '#app/components/ui/field.tsx'
import { readWords } from '#core/data/settings.ts'
import { type Settings, settingsOf } from '#core/domain/settings.ts'
import { WORD_LENGTHS, WORD_PLACES, type WordPlace } from '#core/i18n/editable-words.ts'
import { LANGUAGE_CODES, type Language } from '#core/i18n/languages.ts'
import type { ShippedWord } from '#core/i18n/shipped-words.ts'
import { problemOfText, unusedKeys, valuesOf } from '#core/i18n/word-problems.ts'

const wordsQuery = deskQuery([...SETTINGS_KEY, 'words'], readWords, { live: ['settings'] })

/** The settings for what the publication is about, and its own words. */
export function WordSettings(props: SettingPartProps) {
  const words = useQuery(wordsQuery)
  return (
    <QueryView query={words} what={t('words.title')} pending={<ListSkeleton rows={8} />}>
      {(data) => <WordSection {...props} words={data} />}
    </QueryView>
  )
}

function WordSection({ form, settings, words }: SettingPartProps & { words: readonly ShippedWord[] }) {
  const own = form.draft('words')
  const save: typeof form.save = async (keys) =>
    words.some((word) => hasProblem(word, own)) ? false : form.save(keys)
  return (
    <SettingSection form={{ ...form, save }} section={SECTIONS.words}>
      <SubjectField form={form} settings={settings} />
      <WordFields form={form} settings={settings} words={words} />
    </SettingSection>
  )
}

/** The field for what the default texts speak of. */
function SubjectField({ form, settings: { stored } }: SettingPartProps) {
  const named = subjectByName(form.draft('site_name') || stored.site_name)
  return (
    <div>
      <Field label={SETTING_LABELS.subject} hint={t('words.subject.hint')} error={form.problemOf('subject')}>
        {(control) => (
          <SelectControl
            {...control}
            value={form.draft('subject')}
            onChange={(event) => form.change('subject', event.target.value)}
          >
            <option value="">{t('words.subject.named', { subject: lowerFirst(SUBJECTS[named]) })}</option>
            <option value="ai">{SUBJECTS.ai}</option>
            <option value="any">{SUBJECTS.any}</option>
          </SelectControl>
        )}
      </Field>
      <ChangedMeanwhile form={form} name="subject" label={SETTING_LABELS.subject} />
    </div>
  )
}

/** The messages with a field for each language that readers are offered. */
function WordFields({
  form,
  settings: { stored },
  words,
}: SettingPartProps & { words: readonly ShippedWord[] }) {
  const subject = form.draft('subject') || subjectByName(form.draft('site_name') || stored.site_name)
  return (
    <div>
      <WordList
        words={words}
        own={form.draft('words')}
        subject={subject === 'ai' ? 'ai' : 'any'}
        languages={stored.languages ?? LANGUAGE_CODES}
        onChange={(own) => form.change('words', own)}
      />
      <ChangedMeanwhile form={form} name="words" label={SETTING_LABELS.words} />
    </div>
  )
}

const SUBJECTS: Record<Settings['subject'], string> = {
  ai: t('words.subject.ai'),
  any: t('words.subject.any'),
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

/** The subject of a publication that has not chosen one. */
function subjectByName(name: string | undefined): Settings['subject'] {
  const rows = name === undefined ? [] : [{ key: 'site_name', value: name }]
  return settingsOf(rows, { contact_address: '' }).settings.subject
}

/** The places where words stand, in the words of the desk. */
const PLACE_NAMES: Record<WordPlace | 'other', string> = {
  archive: t('words.place.archive'),
  article: t('words.place.article'),
  feed: t('words.place.feed'),
  footer: t('words.place.footer'),
  home: t('words.place.home'),
  issue: t('words.place.issue'),
  landing: t('words.place.landing'),
  mail: t('words.place.mail'),
  meta: t('words.place.meta'),
  other: t('words.place.other'),
  search: t('words.place.search'),
  signup: t('words.place.signup'),
  subscription: t('words.place.subscription'),
}

interface WordListProps {
  words: readonly ShippedWord[]
  own: OwnWords
  /** The subject of which the defaults speak. */
  subject: Settings['subject']
  languages: readonly Language[]
  onChange: (own: OwnWords) => void
}

/** The messages by their places, with a search, and what of the publication's own is no longer used. */
function WordList({ words, own, subject, languages, onChange }: WordListProps) {
  const titleId = useId()
  // Whoever comes from elsewhere wants one message.
  const wanted = useSearchParams()[0].get('message') ?? ''
  const [typed, setTyped] = useState(wanted)
  const [onlyChanged, setOnlyChanged] = useState(false)
  const found = findWords(words, { typed, own, subject, languages, onlyChanged })
  const count = t('words.found', { count: found.length })
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId} className="font-semibold text-sm">
        {SETTING_LABELS.words}
      </h3>
      <search className="mt-3 flex flex-wrap items-center gap-x-6 gap-y-2">
        <TextField
          type="search"
          label={t('words.search')}
          labelHidden
          placeholder={t('words.search')}
          autoComplete="off"
          maxLength={100}
          className="min-w-0 grow basis-60"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          // The form around it is saved otherwise.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
        <label className="flex min-h-11 cursor-pointer items-center gap-2.5 text-sm">
          <input
            type="checkbox"
            className="size-4.5 shrink-0 accent-ink"
            checked={onlyChanged}
            onChange={(event) => setOnlyChanged(event.target.checked)}
          />
          {t('words.filter.changed')}
        </label>
        <p className="text-faint text-sm">{count}</p>
      </search>
      <Announcement>{typed || onlyChanged ? count : ''}</Announcement>
      {found.length === 0 && (
        <p className="mt-6 text-soft text-sm">
          {onlyChanged && !words.some((word) => isChanged(word, own))
            ? t('words.empty.changed')
            : t('words.empty.search')}
        </p>
      )}
      {[...WORD_PLACES, 'other' as const].map((place) => {
        const here = found.filter((word) => word.place === place)
        if (here.length === 0) return null
        const isWanted = typed.trim() !== '' || onlyChanged || here.some((word) => isChanged(word, own))
        return (
          <WordPlaceGroup key={place} title={PLACE_NAMES[place]} count={here.length} isWanted={isWanted}>
            {here.map((word) => (
              <WordRow
                key={word.key}
                word={word}
                isWanted={word.key === wanted}
                label={labelOf(word, { words, own, subject })}
                texts={own[word.key] ?? {}}
                subject={subject}
                languages={languages}
                onChange={(texts) => onChange({ ...own, [word.key]: texts })}
              />
            ))}
          </WordPlaceGroup>
        )
      })}
      <UnusedWords words={words} own={own} onChange={onChange} />
    </section>
  )
}

interface WordPlaceGroupProps {
  title: string
  count: number
  /** True if something in it is to be seen. */
  isWanted: boolean
  children: React.ReactNode
}

/** The messages of one place, folded up until they are wanted or opened; then they stay. */
function WordPlaceGroup({ title, count, isWanted, children }: WordPlaceGroupProps) {
  const [isOpen, setIsOpen] = useState(isWanted)
  return (
    <details
      open={isOpen || isWanted}
      onToggle={({ target, currentTarget }) => target === currentTarget && setIsOpen(currentTarget.open)}
      className="mt-2 border-line border-b pb-2"
    >
      <summary className="min-h-11 cursor-pointer py-2.5">
        <h4 className="inline font-medium text-sm">{title}</h4>
        <span className="ml-2 text-faint text-sm">{count}</span>
      </summary>
      <div className="divide-y divide-line pl-4">{children}</div>
    </details>
  )
}

function UnusedWords({ words, own, onChange }: Pick<WordListProps, 'words' | 'own' | 'onChange'>) {
  const keys = unusedKeys(words, own)
  if (keys.length === 0) return null
  return (
    <Notice tone="warning" className="mt-7" title={t('words.unused.title')}>
      <p>{t('words.unused.text')}</p>
      <ul className="space-y-2">
        {keys.map((key) => (
          <li key={key} className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <code className="wrap-anywhere">{key}</code>
            <Button
              variant="secondary"
              size="sm"
              aria-label={`${t('words.unused.remove')}: ${key}`}
              onClick={() =>
                onChange(Object.fromEntries(Object.entries(own).filter(([other]) => other !== key)))
              }
            >
              {t('words.unused.remove')}
            </Button>
          </li>
        ))}
      </ul>
    </Notice>
  )
}

interface WordRowProps {
  word: ShippedWord
  /** True if somebody has come for it. */
  isWanted: boolean
  label: string
  texts: OwnWords[string]
  subject: Settings['subject']
  languages: readonly Language[]
  onChange: (texts: OwnWords[string]) => void
}

/** A message, folded up until it is opened or has a problem: its default and a field for each language. */
function WordRow({ word, isWanted, label, texts, subject, languages, onChange }: WordRowProps) {
  const shipped = word.texts[subject]
  const defaults = word.leftOut?.instead ?? shipped
  const own = { [word.key]: texts }
  const fields = languages.filter((code) => shipped[code] !== undefined)
  const problems = new Map(fields.map((code) => [code, problemOfText(word, code, texts[code] ?? '')]))
  const values = valuesOf(word)
  return (
    <details open={isWanted || [...problems.values()].some(Boolean) || undefined} className="group">
      <summary className="flex min-h-11 cursor-pointer items-center gap-3 py-2 text-sm marker:content-none">
        <ChevronRight
          aria-hidden
          size={16}
          className="shrink-0 text-faint transition-transform group-open:rotate-90 motion-reduce:transition-none"
        />
        <span className="min-w-0 grow font-medium wrap-anywhere group-not-open:line-clamp-2">
          {label.replace(/<\/?link>/g, '')}
        </span>
        {isChanged(word, own) && <Badge tone="green">{t('words.changed')}</Badge>}
      </summary>
      <div className="space-y-4 pb-6 pl-7">
        <p className="text-faint text-sm wrap-anywhere">
          <code>{word.key}</code>
          <br />
          {t('words.field.hint', { count: WORD_LENGTHS[word.size] })}
          {values.length > 0 &&
            `. ${t('words.field.placeholders', { placeholders: new Intl.ListFormat('en').format(values) })}`}
        </p>
        {word.leftOut && (
          <p className="text-sm text-soft">
            {t(word.leftOut.isDecided ? 'words.leftOut.decided' : 'words.leftOut.open', {
              instead: word.leftOut.instead.en ? `“${word.leftOut.instead.en}”` : t('words.leftOut.nothing'),
            })}{' '}
            <Link
              to={STATEMENTS_PATH}
              className="inline-flex min-h-6 items-center underline underline-offset-4"
            >
              {t('setup.statements.title')}
            </Link>
          </p>
        )}
        {fields.map((code) => {
          const problem = problems.get(code)
          return (
            <Field
              key={code}
              label={languageName(code)}
              hint={texts[code] ? t('words.defaultText', { text: defaults[code] ?? '' }) : undefined}
              error={problem ? describeProblem(problem, values) : undefined}
            >
              {(control) => (
                <textarea
                  {...control}
                  rows={word.size === 'paragraph' ? 3 : word.size === 'sentence' ? 2 : 1}
                  lang={code}
                  autoComplete="off"
                  placeholder={defaults[code]}
                  value={texts[code] ?? ''}
                  // A message is one line, however many it takes.
                  onChange={(event) =>
                    onChange({ ...texts, [code]: event.target.value.replace(/\s*\n\s*/g, ' ') })
                  }
                />
              )}
            </Field>
          )
        })}
        {isChanged(word, own) && (
          <Button variant="secondary" size="sm" onClick={() => onChange({})}>
            {t('words.reset')}
          </Button>
        )}
      </div>
    </details>
  )
}

function describeProblem(problem: NonNullable<ReturnType<typeof problemOfText>>, values: string[]): string {
  if (problem.code === 'too_long') return t('words.problem.tooLong', { count: problem.by, max: problem.max })
  if (problem.code === 'link_missing') return t('words.problem.link')
  const known =
    values.length > 0
      ? t('words.problem.placeholderKnown', { placeholders: new Intl.ListFormat('en').format(values) })
      : t('words.problem.placeholderNone')
  return t('words.problem.placeholder', { placeholder: problem.placeholder, known })
}
