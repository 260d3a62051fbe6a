import { Link } from 'react-router'
import { editArticlePath } from '#app/admin/article/article-paths.ts'
import { languageName } from '#app/admin/article/language-name.ts'
import { nameOf } from '#app/admin/articles/article-title.tsx'
import { t } from '#app/admin/messages.ts'
import { RecordingActions } from '#app/admin/recordings/recording-actions.tsx'
import { type RecordingSort, STATE_NAMES } from '#app/admin/recordings/recordings-table.ts'
import type { Column } from '#app/admin/table/data-table.tsx'
import { LocalTime } from '#app/admin/ui/local-time.tsx'
import { Badge, type BadgeTone } from '#app/components/ui/badge.tsx'
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

/** What becomes of it, why, and when it is tried again. */
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
