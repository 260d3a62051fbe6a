import { useEffect, useMemo, useState } from 'react'
import { OtherText } from '#app/admin/kit/compare/text-diff.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { LeaveDialog, useLeaveBlocker } from '#app/admin/kit/ui/leave-dialog.tsx'
import { Notice } from '#app/admin/kit/ui/notice.tsx'
import { keyOf, type TextPlace } from '#app/admin/newsletter/draft/issue-draft.ts'
import { useIssueDraft, useUnsavedTexts } from '#app/admin/newsletter/draft/use-issue-draft.ts'
import { Button } from '#app/components/ui/button.tsx'

interface ConflictNoticeProps {
  place: TextPlace
  /** Returns a text as its editor shows it. */
  shown?: (text: string) => string
}

const asIs = (text: string) => text

/** A conflict of a text with a change by another editor: shows theirs, and asks which version is kept. */
export function ConflictNotice({ place, shown = asIs }: ConflictNoticeProps) {
  const { draft } = useIssueDraft()
  const key = keyOf(place)
  const unsaved = useUnsavedTexts().find((text) => keyOf(text.place) === key)
  const theirs = useMemo(() => unsaved?.theirs && shown(unsaved.theirs), [unsaved?.theirs, shown])
  if (!unsaved || theirs === undefined) return null
  return (
    <Notice tone="warning" role="status" className="mt-3" title={t('newsletterIssue.conflict.title')}>
      {theirs ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keyboard as well
        <div tabIndex={0} className="max-h-80 overflow-y-auto">
          <OtherText lang={place.language} present={shown(unsaved.typed ?? '')} other={theirs} />
        </div>
      ) : (
        <p>{t(theirs === null ? 'newsletterIssue.conflict.items' : 'newsletterIssue.conflict.emptied')}</p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" size="sm" onClick={() => draft.takeTheirs(place)}>
          {t('newsletterIssue.conflict.takeTheirs')}
        </Button>
        <Button variant="secondary" size="sm" onClick={() => draft.keepMine(place)}>
          {t('newsletterIssue.conflict.keepMine')}
        </Button>
      </div>
    </Notice>
  )
}

/** Saves the draft before the page is left, and asks if that is not possible. */
export function LeaveIssue({ isStoredLocally }: { isStoredLocally: boolean }) {
  const { draft, flush } = useIssueDraft()
  const [isAsking, setIsAsking] = useState(false)
  const blocker = useLeaveBlocker(() => draft.unsaved().length > 0)

  const { state, proceed } = blocker
  useEffect(() => {
    if (state !== 'blocked') return setIsAsking(false)
    let isCurrent = true
    const decide = () => {
      if (!isCurrent) return
      if (draft.unsaved().length === 0) proceed?.()
      else setIsAsking(true)
    }
    flush().then(decide, decide)
    return () => {
      isCurrent = false
    }
  }, [state, proceed, draft, flush])

  if (!isAsking || blocker.state !== 'blocked') return null
  return (
    <LeaveDialog
      blocker={blocker}
      title={t('newsletterIssue.leave.title')}
      text={t(isStoredLocally ? 'newsletterIssue.leave.text' : 'newsletterIssue.leave.notKept')}
      discardLabel={t('newsletterIssue.leave.discard')}
      discard={async () => draft.discardAll()}
      keep={isStoredLocally ? async () => {} : null}
    />
  )
}
