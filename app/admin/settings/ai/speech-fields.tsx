import { EditableRows } from '#app/admin/kit/form/editable-rows.tsx'
import { SelectControl } from '#app/admin/kit/form/select-control.tsx'
import { TryOut } from '#app/admin/kit/form/try-out.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { KeyField, PROVIDER_NAMES } from '#app/admin/settings/ai/connection-fields.tsx'
import {
  type AiForm,
  type SpeechDraft,
  toSpeech,
  type VoiceDraft,
} from '#app/admin/settings/ai/use-ai-form.ts'
import { SettingGroup } from '#app/admin/settings/setting-fields.tsx'
import { Field, TextField } from '#app/components/ui/field.tsx'
import { testSpeechConnection } from '#core/data/ai-model.ts'
import {
  PROVIDER_ADDRESSES,
  SPEECH_PROVIDERS,
  typedSpeechConnection,
  VOICES_MAX,
} from '#core/domain/ai-model.ts'

/** The fields for which model reads articles aloud, where it is, and whose voices it has. */
export function SpeechFields({ form }: { form: AiForm }) {
  const { state, draft, problemOf } = form
  const { speech } = draft
  const change = (part: Partial<SpeechDraft>) => form.change({ speech: { ...speech, ...part } })
  const ownAddress = speech.provider && PROVIDER_ADDRESSES[speech.provider]
  return (
    <SettingGroup legend={t('ai.speech.title')} hint={t('ai.speech.hint')}>
      <Field label={t('ai.speech.provider')}>
        {(control) => (
          <SelectControl
            {...control}
            value={speech.provider}
            onChange={(event) =>
              change({ provider: SPEECH_PROVIDERS.find((name) => name === event.target.value) ?? '' })
            }
          >
            <option value="">{t('ai.speech.none')}</option>
            {SPEECH_PROVIDERS.map((provider) => (
              <option key={provider} value={provider}>
                {provider === 'openai' ? PROVIDER_NAMES.openai : t('ai.speech.compatible')}
              </option>
            ))}
          </SelectControl>
        )}
      </Field>
      {speech.provider && (
        <>
          <TextField
            label={t('ai.model.label')}
            hint={t('ai.speech.modelHint')}
            autoComplete="off"
            spellCheck={false}
            value={speech.model}
            error={problemOf('speech.model')}
            onChange={(event) => change({ model: event.target.value })}
          />
          <TextField
            label={t('ai.address.label')}
            hint={ownAddress ? t('ai.address.hintOwn') : t('ai.address.hint')}
            placeholder={ownAddress || t('ai.speech.example')}
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            value={speech.base_url}
            error={problemOf('speech.base_url')}
            onChange={(event) => change({ base_url: event.target.value })}
          />
          <KeyField
            draft={speech}
            stored={state.speech}
            isReadable={state.speech?.key_readable ?? true}
            error={problemOf('speech.key')}
            onChange={change}
          />
          <TextField
            label={t('ai.speech.voice')}
            hint={t('ai.speech.voiceHint')}
            autoComplete="off"
            spellCheck={false}
            value={speech.voice}
            error={problemOf('speech.voice')}
            onChange={(event) => change({ voice: event.target.value })}
          />
          <VoiceRows form={form} onChange={(voices) => change({ voices })} />
          <TestSpeech form={form} />
        </>
      )}
    </SettingGroup>
  )
}

const COLUMNS = [
  { name: 'language', label: t('ai.speech.language') },
  { name: 'voice', label: t('ai.speech.voice') },
] as const

/** The languages that have a voice of their own. */
function VoiceRows({ form, onChange }: { form: AiForm; onChange: (voices: VoiceDraft[]) => void }) {
  return (
    <EditableRows<VoiceDraft>
      rows={form.draft.speech.voices}
      empty={{ language: '', voice: '' }}
      max={VOICES_MAX}
      problem={form.problemOf('speech.voices')}
      columnsClass="sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]"
      nameOf={(number) => t('ai.speech.row', { number })}
      remove={{ text: t('ai.prices.remove'), nameOf: (number) => t('ai.speech.removeName', { number }) }}
      add={{ text: t('ai.speech.add') }}
      onChange={onChange}
    >
      {(row, index, changeRow) =>
        COLUMNS.map(({ name, label }) => (
          <TextField
            key={name}
            label={label}
            autoComplete="off"
            spellCheck={false}
            value={row[name]}
            error={form.problemOf(`speech.voices.${index}.${name}`)}
            onChange={(event) => changeRow({ [name]: event.target.value })}
          />
        ))
      }
    </EditableRows>
  )
}

/** Has the model that is typed read two words, and says how it answered or what to do. */
function TestSpeech({ form }: { form: AiForm }) {
  const testing = useDeskMutation({ run: testSpeechConnection })
  const result = testing.data
  const typed = typedSpeechConnection.safeParse(toSpeech(form.draft.speech, form.state)).data
  return (
    <TryOut
      action={t('ai.speech.test')}
      running={t('ai.test.running')}
      hint={t('ai.speech.testHint')}
      isRunning={testing.isPending}
      isBusy={testing.isPending || form.isSaving || !typed}
      result={
        !result || testing.isPending
          ? null
          : result.ok
            ? {
                ok: true,
                title: t('ai.test.works'),
                text: t('ai.speech.answered', {
                  model: result.model,
                  seconds: (result.ms / 1000).toFixed(1),
                }),
              }
            : { ok: false, title: t('ai.test.fails'), text: result.error }
      }
      onTry={() => typed && testing.mutate(typed)}
    />
  )
}
