import { Link } from 'react-router'
import { t } from '#app/admin/kit/messages.ts'
import { editArticlePath } from '#app/admin/kit/paths.ts'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import type { Column } from '#app/admin/kit/table/data-table.tsx'
import { languageName, nameOf } from '#app/admin/kit/ui/format.ts'
import { LocalTime } from '#app/admin/kit/ui/local-time.tsx'
import {
  RECORDINGS_KEY,
  type RecordingSort,
  STATE_NAMES,
} from '#app/admin/stories/recordings/recordings-table.ts'
import { Badge, type BadgeTone } from '#app/components/ui/badge.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { dismissRecordings, retryRecordings } from '#core/data/recordings.ts'
import type { AwaitedRecording, RecordingState } from '#core/domain/recording.ts'

const TONES: Record<RecordingState, BadgeTone> = {
  failed: 'red',
  paused: 'orange',
  retrying: 'orange',
  making: 'blue',
  waiting: 'grey',
}

/** The columns of the list; `onDone` is called when a row is about to change or leave. */
export const recordingColumns = (onDone: () => void): Column<AwaitedRecording, RecordingSort>[] => [
  {
    name: t('recordings.column.title'),
    isHeader: true,
    cell: (recording) => (
      <>
        <Link
          to={editArticlePath(recording)}
          lang={recording.title ? recording.language : undefined}
          className="line-clamp-3 underline decoration-transparent underline-offset-4 hover:decoration-current"
        >
          {nameOf(recording)}
        </Link>
        <span className="mt-0.5 block font-normal text-faint text-xs">
          {languageName(recording.language)}
        </span>
      </>
    ),
  },
  {
    name: t('recordings.column.state'),
    width: 'xl:w-72',
    className: 'max-xl:mt-1.5 max-xl:basis-full',
    cell: (recording) => <RecordingStateView {...recording} />,
  },
  {
    name: t('recordings.column.since'),
    width: 'xl:w-42',
    className: 'max-xl:mt-0.5 text-faint xl:whitespace-nowrap',
    cell: ({ wanted_at }) => <LocalTime iso={wanted_at} precision="minute" />,
  },
  {
    name: t('recordings.column.actions'),
    width: 'xl:w-60 xl:text-right',
    className: 'max-xl:mt-2 max-xl:basis-full',
    cell: (recording) => <RecordingActions recording={recording} onDone={onDone} />,
  },
]

/** Says what becomes of it, why, and when it is tried again. */
function RecordingStateView({ state, problem, next_at }: AwaitedRecording) {
  return (
    <>
      <Badge look="plain" tone={TONES[state]}>
        {STATE_NAMES[state]}
      </Badge>
      {problem && state !== 'waiting' && <p className="mt-1 text-soft wrap-anywhere">{problem}</p>}
      {next_at && (
        <p className="mt-0.5 text-faint text-xs">
          {t('recordings.next')} <LocalTime iso={next_at} precision="minute" />
        </p>
      )}
    </>
  )
}

interface RecordingActionsProps {
  recording: AwaitedRecording
  /** Called when the row is about to change or leave, with its buttons. */
  onDone: () => void
}

/** The choices of an editor about a recording that waits: have it made again, or leave the article silent. */
function RecordingActions({ recording, onDone }: RecordingActionsProps) {
  const { article_id: id, state } = recording
  const invalidates = [RECORDINGS_KEY]
  const retry = useDeskMutation({
    run: (client) => retryRecordings(client, id),
    done: (count) => say(count, t('recordings.retry.done')),
    invalidates,
  })
  const dismiss = useDeskMutation({
    run: (client) => dismissRecordings(client, id),
    done: (count) => say(count, t('recordings.dismiss.done')),
    invalidates,
  })
  const isBusy = retry.isPending || dismiss.isPending
  const title = nameOf(recording)

  function say(count: number, done: string) {
    onDone()
    return { title: count > 0 ? done : t('recordings.gone') }
  }

  if (state === 'making') return null
  return (
    <div className="flex flex-wrap gap-2 xl:justify-end">
      {state !== 'waiting' && (
        <Button
          variant="secondary"
          size="sm"
          aria-disabled={isBusy}
          aria-label={t('recordings.retry.label', { title })}
          onClick={() => isBusy || void retry.attempt()}
        >
          {t('recordings.retry')}
        </Button>
      )}
      <Button
        variant="ghost"
        size="sm"
        aria-disabled={isBusy}
        aria-label={t('recordings.dismiss.label', { title })}
        onClick={() => isBusy || void dismiss.attempt()}
      >
        {t('recordings.dismiss')}
      </Button>
    </div>
  )
}
