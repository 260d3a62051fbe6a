import { useState } from 'react'
import { BACKUPS_KEY } from '#app/admin/backups/backups-queries.ts'
import { answerOf } from '#app/admin/errors/answer-refusal.ts'
import { t } from '#app/admin/messages.ts'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { Announcement } from '#app/admin/ui/announcement.tsx'
import { formatBytes } from '#app/admin/ui/format-bytes.ts'
import { ProgressBar } from '#app/admin/ui/progress-bar.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { startBackup } from '#core/data/backups.ts'
import type { Backups } from '#core/domain/backup.ts'

/** Asks for a backup, and shows how far the one is that is under way. It goes on when the page is closed. */
export function BackUpNow({ current, trouble }: Pick<Backups, 'current' | 'trouble'>) {
  const [problem, setProblem] = useState('')
  const [isFollowed, setIsFollowed] = useState(false)
  if (current && !isFollowed) setIsFollowed(true)
  const result = t(trouble?.kind === 'failed' ? 'backups.trouble.failed' : 'backups.made')
  const start = useDeskMutation({
    run: startBackup,
    done(answer) {
      answerOf(answer)
      // It may be over before this page has seen it under way.
      setIsFollowed(true)
    },
    failed: setProblem,
    invalidates: [BACKUPS_KEY],
  })

  function run() {
    setProblem('')
    void start.attempt()
  }

  const busy = start.isPending || current !== null
  return (
    <div className="mt-6">
      {current && <Progress current={current} />}
      <Button aria-disabled={busy} onClick={() => busy || run()}>
        {t('backups.now')}
      </Button>
      {problem && <p className="mt-3 text-red text-sm">{problem}</p>}
      <Announcement urgent>{problem}</Announcement>
      <Announcement>{current ? labelOf(current) : isFollowed ? result : ''}</Announcement>
    </div>
  )
}

const STEPS = {
  writing: t('backups.step.writing'),
  checking: t('backups.step.checking'),
  storing: t('backups.step.storing'),
}

type Current = NonNullable<Backups['current']>

const labelOf = ({ step }: Current) => (step === null ? t('backups.step.waiting') : STEPS[step])

function Progress({ current }: { current: Current }) {
  const { step, bytes, total } = current
  const isMeasured = step !== null && bytes !== null && total !== null && total > 0
  return (
    <div className="mb-5 max-w-md">
      <p className="text-sm">{labelOf(current)}</p>
      <ProgressBar
        label={t('backups.underWay')}
        // What it takes is estimated: an end is never promised before it is there.
        value={isMeasured ? Math.min(0.95, bytes / total) : null}
      />
      <p className="mt-1.5 text-faint text-sm">
        {bytes !== null && bytes > 0 && `${formatBytes(bytes)} · `}
        {t('backups.goesOn')}
      </p>
    </div>
  )
}
