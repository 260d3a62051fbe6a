import { t } from '#app/admin/messages.ts'
import { problemOf } from '#app/admin/newsletter/draft/text-place.ts'
import { useKeptIssue, useUnsavedTexts } from '#app/admin/newsletter/draft/use-issue-draft.ts'
import { Announcement } from '#app/admin/ui/announcement.tsx'

const TIME = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' })

/** Whether what was typed is stored, and why not. */
export function SavedNote({ isDraft, isKeptHere }: { isDraft: boolean; isKeptHere: boolean }) {
  const { saving } = useKeptIssue()
  const unsaved = useUnsavedTexts()
  // An issue that is approved stores nothing.
  if (!isDraft && unsaved.length === 0) return null
  const problem = describeProblem()
  const saved = saving.at ? t('newsletterIssue.saved.at', { time: TIME.format(new Date(saving.at)) }) : ''
  return (
    <>
      <p className={`text-sm ${problem ? 'text-red' : 'text-faint'}`}>
        {problem ||
          (unsaved.length > 0 ? t('newsletterIssue.saved.soon') : saved || t('newsletterIssue.saved.all'))}
      </p>
      <Announcement>{problem}</Announcement>
    </>
  )

  function describeProblem(): string {
    if (unsaved.length === 0) return ''
    const reason = reasonOf()
    if (!reason) return ''
    return `${reason} ${t(isKeptHere ? 'newsletterIssue.saved.here' : 'newsletterIssue.saved.nowhere')}`
  }

  function reasonOf(): string {
    if (!isDraft) return t('newsletterIssue.saved.sealed')
    if (unsaved.some(({ theirs }) => theirs !== undefined)) return t('newsletterIssue.saved.conflict')
    if (unsaved.some(({ isLost }) => isLost)) return t('newsletterIssue.saved.lost')
    if (unsaved.some(({ place, typed }) => problemOf(place, typed))) return t('newsletterIssue.saved.invalid')
    switch (saving.status) {
      case 'saved':
      case 'waiting':
        return ''
      case 'sealed':
        return t('newsletterIssue.saved.sealed')
      case 'no_connection':
        return t('newsletterIssue.saved.noConnection')
      case 'signed_out':
        return t('newsletterIssue.saved.signedOut')
      case 'not_admin':
        return t('newsletterIssue.saved.notAdmin')
      default:
        return t('newsletterIssue.saved.failed')
    }
  }
}
