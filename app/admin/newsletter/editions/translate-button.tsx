import { useState } from 'react'
import { languageName } from '#app/admin/article/language-name.ts'
import { t } from '#app/admin/messages.ts'
import { useIssueDraft } from '#app/admin/newsletter/draft/use-issue-draft.ts'
import { useTranslateIssue } from '#app/admin/newsletter/editions/use-translate-issue.ts'
import { ConfirmDialog } from '#app/admin/ui/confirm-dialog.tsx'
import { Button } from '#app/components/ui/button.tsx'
import type { TranslatedLanguage } from '#core/domain/article-translation.ts'

interface TranslateButtonProps {
  issueId: string
  languages: readonly TranslatedLanguage[]
  label: string
}

/** Translates editions from the English one. Texts written by an editor are replaced only after confirmation. */
export function TranslateButton({ issueId, languages, label }: TranslateButtonProps) {
  const { flush } = useIssueDraft()
  const [kept, setKept] = useState<TranslatedLanguage[]>([])
  const { translate, isPending } = useTranslateIssue({ flush, onKept: setKept })

  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        aria-disabled={isPending}
        onClick={() => isPending || void translate({ issueId, languages: [...languages] })}
      >
        {isPending ? t('newsletterIssue.translate.busy') : label}
      </Button>
      {kept.length > 0 && (
        <ConfirmDialog
          title={t('newsletterIssue.translate.replaceTitle')}
          action={t('newsletterIssue.translate.replace')}
          onConfirm={async () => {
            if (!isPending) await translate({ issueId, languages: kept, replaceTexts: true })
          }}
          onClose={() => setKept([])}
        >
          <p>
            {t('newsletterIssue.translate.replaceText', { languages: kept.map(languageName).join(', ') })}
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
