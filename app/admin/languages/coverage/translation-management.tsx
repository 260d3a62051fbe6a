import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { t } from '#app/admin/kit/messages.ts'
import { GLOSSARY_PATH, TRANSLATIONS_PATH } from '#app/admin/kit/paths.ts'
import { languageName } from '#app/admin/kit/ui/format.ts'
import { Notice } from '#app/admin/kit/ui/notice.tsx'
import { RunsNotice } from '#app/admin/languages/coverage/coverage-heading.tsx'
import { batchQuery } from '#app/admin/languages/coverage/coverage-table.ts'
import { RetranslateDialog } from '#app/admin/languages/coverage/retranslate-dialog.tsx'
import { ModelNotice, useModelProblem } from '#app/admin/settings/ai/ai-model.tsx'
import { ReviewPolicy } from '#app/admin/settings/review-policy.tsx'
import { SECTIONS, SETTING_LABELS } from '#app/admin/settings/sections.ts'
import { ChangedMeanwhile, SettingGroup, SettingLanguages } from '#app/admin/settings/setting-fields.tsx'
import { SettingSection } from '#app/admin/settings/setting-section.tsx'
import type { SettingPartProps } from '#app/admin/settings/use-setting-form.ts'
import { Button } from '#app/components/ui/button.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import type { BatchProgress } from '#core/data/translation-runs.ts'
import { TRANSLATED_LANGUAGES } from '#core/domain/article-translation.ts'

const STYLE_MAX_LENGTH = 2000
const LINK = 'inline-flex min-h-9 items-center underline underline-offset-4 hover:text-soft'

/** The settings for when readers get translations, how they are to sound, and how all are renewed. */
export function TranslationManagement({ form, settings }: SettingPartProps) {
  const style = form.draft('translation_style')

  return (
    <SettingSection
      form={form}
      section={SECTIONS.translation}
      after={
        <div className="mt-8 max-w-2xl space-y-5">
          <RunsNotice />
          <Retranslation />
          <ul className="flex flex-wrap gap-x-6 text-sm">
            <li>
              <Link to={TRANSLATIONS_PATH} className={LINK}>
                {t('settings.translation.coverage')}
              </Link>
            </li>
            <li>
              <Link to={GLOSSARY_PATH} className={LINK}>
                {t('settings.translation.glossary')}
              </Link>
            </li>
          </ul>
        </div>
      }
    >
      <SettingGroup legend={SETTING_LABELS.translation_review} hint={t('settings.translation.policyHint')}>
        <ReviewPolicy form={form} settings={settings} />
      </SettingGroup>
      <SettingGroup legend={SETTING_LABELS.translation_style} hint={t('settings.translation.styleHint')}>
        <SettingLanguages
          form={form}
          field="translation_style"
          languages={TRANSLATED_LANGUAGES}
          count={(language) => (language !== 'en' && style[language].trim() ? 1 : 0)}
        >
          {(language) =>
            language !== 'en' && (
              <Field
                label={t('settings.translation.styleIn', { language: languageName(language) })}
                hint={
                  <span className="tabular-nums">
                    {t('settings.translation.styleCount', {
                      used: [...style[language].trim()].length.toLocaleString('en'),
                      longest: STYLE_MAX_LENGTH.toLocaleString('en'),
                    })}
                  </span>
                }
                error={form.problemOf(`translation_style.${language}`)}
              >
                {(control) => (
                  <textarea
                    {...control}
                    rows={5}
                    value={style[language]}
                    onChange={(event) =>
                      form.change('translation_style', { ...style, [language]: event.target.value })
                    }
                  />
                )}
              </Field>
            )
          }
        </SettingLanguages>
        <ChangedMeanwhile form={form} name="translation_style" label={SETTING_LABELS.translation_style} />
      </SettingGroup>
    </SettingSection>
  )
}

/** Renews all translations into some languages, with the progress. */
function Retranslation() {
  const [isAsking, setIsAsking] = useState(false)
  const [requestedAt, setRequestedAt] = useState<string | null>(null)
  const problem = useModelProblem()
  return (
    <section aria-labelledby="retranslate" className="space-y-3">
      <h3 id="retranslate" className="font-semibold text-sm">
        {t('coverage.retranslate.heading')}
      </h3>
      <p className="max-w-prose text-faint text-sm">{t('coverage.retranslate.intro')}</p>
      {problem && <ModelNotice problem={problem} />}
      {requestedAt && <Progress key={requestedAt} requestedAt={requestedAt} />}
      <Button
        variant="secondary"
        aria-disabled={problem?.isUnset}
        onClick={() => problem?.isUnset || setIsAsking(true)}
      >
        {t('coverage.retranslate.open')}
      </Button>
      {isAsking && <RetranslateDialog onStarted={setRequestedAt} onClose={() => setIsAsking(false)} />}
    </section>
  )
}

/** The progress of a run; a toast reports its end. */
function Progress({ requestedAt }: { requestedAt: string }) {
  const { data } = useQuery(batchQuery(requestedAt))
  const { toast } = useToast()
  const isSaid = useRef(false)
  const isOver = data !== undefined && data.underWay + data.paused === 0

  useEffect(() => {
    if (!data || !isOver || isSaid.current) return
    isSaid.current = true
    const description = describeEnd(data)
    if (data.failed > 0)
      toast({ title: t('coverage.retranslate.failed'), description, variant: 'destructive' })
    else toast({ title: t('coverage.retranslate.complete'), description })
  }, [data, isOver, toast])

  if (!data) return null
  const { underWay, paused, succeeded, failed, reason } = data
  const all = underWay + paused + succeeded + failed
  const title = isOver
    ? describeEnd(data)
    : t('coverage.retranslate.progress', { done: succeeded + failed, count: all })
  return (
    <Notice tone={paused > 0 || failed > 0 ? 'warning' : 'plain'} role="status" title={title}>
      {paused > 0 && (
        <p>
          {t('coverage.runs.paused', { count: paused })} {reason}
        </p>
      )}
      {!isOver && <p>{t('coverage.retranslate.goesOn')}</p>}
      {isOver && failed > 0 && (
        <Link to={`${TRANSLATIONS_PATH}?state=failed`} className="underline underline-offset-4">
          {t('coverage.retranslate.showFailed')}
        </Link>
      )}
    </Notice>
  )
}

function describeEnd({ succeeded, failed }: BatchProgress): string {
  const done = t('coverage.retranslate.succeeded', { count: succeeded })
  return failed > 0 ? `${done} ${t('coverage.retranslate.failures', { count: failed })}` : done
}
