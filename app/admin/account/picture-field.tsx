import { useRef, useState } from 'react'
import { PROFILE_KEY } from '#app/admin/account/profile-queries.ts'
import { Refusal } from '#app/admin/errors/classify-error.ts'
import { t } from '#app/admin/messages.ts'
import { Avatar } from '#app/admin/people/avatar.tsx'
import { PEOPLE_KEY } from '#app/admin/people/people-queries.ts'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { useMember } from '#app/admin/session/use-member.ts'
import { Announcement } from '#app/admin/ui/announcement.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { changePicture } from '#core/data/profiles.ts'

const LONGEST_SIDE = 512
const QUALITY = 0.85

interface PictureFieldProps {
  name: string
  /** The name of the file; null for none. */
  picture: string | null
}

/** The picture of the member, with buttons to choose another one and to remove it. */
export function PictureField({ name, picture }: PictureFieldProps) {
  const { user_id } = useMember()
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState('')
  const change = useDeskMutation({
    run: async (client, file: File | null) =>
      changePicture(client, { userId: user_id, file: file && (await shrinkPicture(file)), before: picture }),
    done: t('account.picture.done'),
    failed: (description, error) =>
      setProblem(
        error instanceof Refusal && error.code === 'not_an_image'
          ? t('account.picture.unreadable')
          : description,
      ),
    invalidates: [PROFILE_KEY, PEOPLE_KEY],
  })

  function store(file: File | null) {
    setProblem('')
    void change.attempt(file)
  }

  return (
    <div>
      <div className="flex flex-wrap items-center gap-4">
        <Avatar name={name} picture={picture} size="form" />
        <div className="flex flex-wrap gap-2">
          <Button
            variant="secondary"
            size="sm"
            aria-disabled={change.isPending}
            onClick={() => change.isPending || input.current?.click()}
          >
            {change.isPending
              ? t('ui.oneMoment')
              : t(picture ? 'account.picture.another' : 'account.picture.choose')}
          </Button>
          {picture && (
            <Button
              variant="ghost"
              size="sm"
              aria-disabled={change.isPending}
              onClick={() => change.isPending || store(null)}
            >
              {t('account.picture.remove')}
            </Button>
          )}
        </div>
        <input
          ref={input}
          type="file"
          accept="image/*"
          aria-label={t('account.picture.choose')}
          tabIndex={-1}
          className="sr-only"
          onChange={({ target }) => {
            const [file] = target.files ?? []
            target.value = ''
            if (file) store(file)
          }}
        />
      </div>
      {problem && <p className="mt-2 text-red text-sm">{problem}</p>}
      <Announcement urgent>{problem}</Announcement>
    </div>
  )
}

/**
 * A picture in the size in which it is shown at most, without what a camera wrote into it.
 * @throws Refusal for a file that is no picture
 */
async function shrinkPicture(file: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new Refusal('not_an_image')
  })
  const scale = Math.min(1, LONGEST_SIDE / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const context = canvas.getContext('2d')
  // A format without transparency would show black behind the picture.
  if (context) context.fillStyle = 'white'
  context?.fillRect(0, 0, canvas.width, canvas.height)
  context?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Refusal('not_an_image'))),
      'image/jpeg',
      QUALITY,
    )
  })
}
