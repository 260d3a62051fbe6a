/** A grey placeholder for something that is loading. It is hidden from screen readers: the container says it in words. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <div aria-hidden className={`animate-breathe rounded-sm bg-line/60 ${className}`} />
}
