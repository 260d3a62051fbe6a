import { useRef } from 'react'
import { keepsKey } from '#app/admin/ai/ai-draft.ts'
import type { AiForm } from '#app/admin/ai/use-ai-form.ts'
import { t } from '#app/admin/messages.ts'
import { SettingGroup } from '#app/admin/settings/setting-group.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { TextField } from '#app/components/ui/field.tsx'

/** The API key: it can be set, replaced and removed, and never read. */
export function KeyField({ form }: { form: AiForm }) {
  const { state, draft, change, problemOf } = form
  const group = useRef<HTMLDivElement>(null)
  const isKept = keepsKey(draft, state)

  function choose(keyIs: typeof draft.keyIs) {
    change({ keyIs, key: '' })
    // What is there to be used next is drawn after this event.
    requestAnimationFrame(() => group.current?.querySelector<HTMLElement>('input, button')?.focus())
  }

  if (!isKept || draft.keyIs === 'typed') {
    const hint = state.connection?.has_key && !isKept ? t('ai.key.otherServer') : t('ai.key.hint')
    return (
      <div ref={group} className="space-y-3">
        <TextField
          type="password"
          label={t('ai.key.label')}
          hint={hint}
          autoComplete="new-password"
          spellCheck={false}
          value={draft.key}
          error={problemOf('connection.key')}
          onChange={(event) => change({ keyIs: 'typed', key: event.target.value })}
        />
        {isKept && (
          <Button variant="secondary" size="sm" onClick={() => choose('kept')}>
            {t('ai.key.keep')}
          </Button>
        )}
      </div>
    )
  }
  const end = state.connection?.key_end
  const stored = end ? t('ai.key.ending', { end }) : t('ai.key.stored')
  return (
    <SettingGroup legend={t('ai.key.label')}>
      <div ref={group} className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
        <p>{draft.keyIs === 'removed' ? t('ai.key.removed') : stored}</p>
        {draft.keyIs === 'removed' ? (
          <Button variant="secondary" size="sm" onClick={() => choose('kept')}>
            {t('ai.key.keep')}
          </Button>
        ) : (
          <div className="flex gap-2">
            <Button
              variant="secondary"
              size="sm"
              aria-label={t('ai.key.replaceName')}
              onClick={() => choose('typed')}
            >
              {t('ai.key.replace')}
            </Button>
            <Button
              variant="secondary"
              size="sm"
              aria-label={t('ai.key.removeName')}
              onClick={() => choose('removed')}
            >
              {t('ai.key.remove')}
            </Button>
          </div>
        )}
      </div>
      {!state.key_readable && draft.keyIs === 'kept' && (
        <p className="text-red text-sm">{t('ai.key.unreadable')}</p>
      )}
    </SettingGroup>
  )
}
