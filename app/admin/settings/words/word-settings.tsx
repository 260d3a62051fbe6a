import { useQuery } from '@tanstack/react-query'
import { SelectControl } from '#app/admin/kit/form/select-control.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { deskQuery } from '#app/admin/kit/query/desk-query.ts'
import { QueryView } from '#app/admin/kit/query/query-view.tsx'
import { ListSkeleton } from '#app/admin/kit/ui/list-pager.tsx'
import { SECTIONS, SETTING_LABELS } from '#app/admin/settings/sections.ts'
import { ChangedMeanwhile } from '#app/admin/settings/setting-fields.tsx'
import { SettingSection } from '#app/admin/settings/setting-section.tsx'
import { SETTINGS_KEY } from '#app/admin/settings/settings-queries.ts'
import type { SettingPartProps } from '#app/admin/settings/use-setting-form.ts'
import { WordList } from '#app/admin/settings/words/word-list.tsx'
import { hasProblem } from '#app/admin/settings/words/words.ts'
import { Field } from '#app/components/ui/field.tsx'
import { readWords } from '#core/data/settings.ts'
import { type Settings, settingsOf } from '#core/domain/settings.ts'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'
import type { ShippedWord } from '#core/i18n/shipped-words.ts'

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
