import { SecretField } from '#app/admin/kit/form/secret-field.tsx'
import { SelectControl } from '#app/admin/kit/form/select-control.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { Notice } from '#app/admin/kit/ui/notice.tsx'
import { type AiForm, type ConnectionDraft, canReuseKey } from '#app/admin/settings/ai/use-ai-form.ts'
import { Field, TextField } from '#app/components/ui/field.tsx'
import {
  AI_PROVIDERS,
  type AiProvider,
  PROVIDER_ADDRESSES,
  type ShownAiConnection,
} from '#core/domain/ai-model.ts'

export const PROVIDER_NAMES: Record<AiProvider, string> = {
  openai: t('ai.provider.openai'),
  anthropic: t('ai.provider.anthropic'),
  'openai-compatible': t('ai.provider.compatible'),
}

/** The fields for which model is asked, and where. */
export function ConnectionFields({ form }: { form: AiForm }) {
  const { state, draft, change, problemOf } = form
  if (state.variables.length > 0) return <FromEnvironment form={form} />
  const ownAddress = draft.provider && PROVIDER_ADDRESSES[draft.provider]
  return (
    <>
      <Field label={t('ai.provider.label')}>
        {(control) => (
          <SelectControl
            {...control}
            value={draft.provider}
            onChange={(event) =>
              change({ provider: AI_PROVIDERS.find((name) => name === event.target.value) ?? '' })
            }
          >
            <option value="">{t('ai.provider.none')}</option>
            {AI_PROVIDERS.map((provider) => (
              <option key={provider} value={provider}>
                {PROVIDER_NAMES[provider]}
              </option>
            ))}
          </SelectControl>
        )}
      </Field>
      {draft.provider && (
        <>
          <TextField
            label={t('ai.model.label')}
            hint={t('ai.model.hint')}
            autoComplete="off"
            spellCheck={false}
            value={draft.model}
            error={problemOf('connection.model')}
            onChange={(event) => change({ model: event.target.value })}
          />
          <TextField
            label={t('ai.address.label')}
            hint={ownAddress ? t('ai.address.hintOwn') : t('ai.address.hint')}
            placeholder={ownAddress || t('ai.address.example')}
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            value={draft.base_url}
            error={problemOf('connection.base_url')}
            onChange={(event) => change({ base_url: event.target.value })}
          />
          <KeyField
            draft={draft}
            stored={state.connection}
            isReadable={state.key_readable}
            error={problemOf('connection.key')}
            onChange={change}
          />
        </>
      )}
    </>
  )
}

/** Shows what the environment sets, which cannot be changed here. */
function FromEnvironment({ form: { state } }: { form: AiForm }) {
  const { connection, variables } = state
  if (!connection) return null
  const from = (variable: string) =>
    variables.includes(variable)
      ? t('ai.environment.setBy', { variable })
      : t('ai.environment.notSet', { variable })
  const key = connection.key_end ? t('ai.key.ending', { end: connection.key_end }) : t('ai.key.stored')
  const rows: [label: string, value: string, variable: string][] = [
    [t('ai.provider.label'), PROVIDER_NAMES[connection.provider], 'AI_PROVIDER'],
    [t('ai.model.label'), connection.model, 'AI_MODEL'],
    [
      t('ai.address.label'),
      connection.base_url ?? PROVIDER_ADDRESSES[connection.provider] ?? '',
      'AI_BASE_URL',
    ],
    [t('ai.key.label'), connection.has_key ? key : t('ai.key.none'), 'AI_API_KEY'],
  ]
  return (
    <>
      <Notice title={t('ai.environment.title')}>
        <p>{t('ai.environment.text')}</p>
      </Notice>
      {rows.map(([label, value, variable]) => (
        <TextField key={variable} label={label} value={value} hint={from(variable)} readOnly />
      ))}
    </>
  )
}

interface KeyFieldProps {
  draft: ConnectionDraft
  stored: ShownAiConnection | null
  isReadable: boolean
  error: string | undefined
  onChange: (part: Pick<ConnectionDraft, 'keyAction' | 'key'>) => void
}

/** The key of a connection, which is never shown again. */
export function KeyField({ draft, stored, isReadable, error, onChange }: KeyFieldProps) {
  const isKept = canReuseKey(draft, stored)
  const end = stored?.key_end
  return (
    <SecretField
      texts={{
        label: t('ai.key.label'),
        hint: stored?.has_key && !isKept ? t('ai.key.otherServer') : t('ai.key.hint'),
        stored: end ? t('ai.key.ending', { end }) : t('ai.key.stored'),
        keep: t('ai.key.keep'),
        replace: t('ai.key.replace'),
        replaceName: t('ai.key.replaceName'),
        remove: { text: t('ai.key.remove'), name: t('ai.key.removeName'), removed: t('ai.key.removed') },
        unreadable: t('ai.key.unreadable'),
      }}
      isKept={isKept}
      isReadable={isReadable}
      action={draft.keyAction}
      value={draft.key}
      error={error}
      onChange={({ action, value }) => onChange({ keyAction: action, key: value })}
    />
  )
}
