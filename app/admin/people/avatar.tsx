import { t } from '#app/admin/kit/messages.ts'
import { pictureAddress } from '#core/domain/profile.ts'

interface AvatarProps {
  name: string
  /** The name of a file in the bucket `profile-pictures`. */
  picture: string | null
  size?: keyof typeof SIZES
}

const SIZES = { list: 'size-10 text-sm', form: 'size-20 text-title' } as const

/** The picture of a person, or the first letters of the name. The name itself stands beside it. */
export function Avatar({ name, picture, size = 'list' }: AvatarProps) {
  const look = `${SIZES[size]} shrink-0 rounded-full`
  if (picture)
    return <img src={pictureAddress(picture)} alt="" loading="lazy" className={`${look} object-cover`} />
  return (
    <span
      aria-hidden
      className={`${look} inline-grid place-items-center border border-line bg-wash font-medium text-soft`}
    >
      {initialsOf(name)}
    </span>
  )
}

/** The first letters of the first and of the last word. */
function initialsOf(name: string): string {
  const words = (name.split('@', 1)[0] ?? '').split(/[\s.\-_]+/).filter(Boolean)
  const letters = [words.at(0), words.length > 1 ? words.at(-1) : ''].map(
    (word) => [...(word ?? '')][0] ?? '',
  )
  return letters.join('').toLocaleUpperCase('en') || t('people.noInitials')
}
