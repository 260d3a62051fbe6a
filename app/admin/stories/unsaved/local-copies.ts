import type { FormValues } from '#core/domain/working-copy.ts'

export interface LocalCopies<Copy extends { id: string }> {
  /** Inserts a copy, or replaces the one with its id. Rejects when the browser has no storage. */
  put: (copy: Copy) => Promise<void>
  remove: (id: string) => Promise<void>
  /** The latest first; none when the browser has no storage. */
  list: (isWanted: (copy: Copy) => boolean) => Promise<Copy[]>
}

/** Older copies are evicted; each may have a megabyte. */
const MAX_COPIES = 50
const STORE = 'copies'

/** A store of unsaved work in IndexedDB. `keptAt` returns when a copy was stored. */
export function openLocalCopies<Copy extends { id: string }>(
  database: string,
  keptAt: (copy: Copy) => string,
): LocalCopies<Copy> {
  let opened: Promise<IDBDatabase> | undefined
  let isOpen = false
  const keyOf = (id: string) => `${database}:${id}`
  let isLeaving = false
  const underWay = new Map<string, Copy>()

  // A page that goes away may take along what the database was told and has not written.
  globalThis.addEventListener?.('pagehide', () => {
    isLeaving = true
    for (const copy of underWay.values()) putAside(keyOf(copy.id), copy)
  })
  globalThis.addEventListener?.('pageshow', () => {
    isLeaving = false
  })

  async function withStore<Result>(
    mode: IDBTransactionMode,
    ask: (store: IDBObjectStore) => IDBRequest<Result>,
  ): Promise<Result> {
    const transaction = (await open()).transaction(STORE, mode)
    const request = ask(transaction.objectStore(STORE))
    // Commits now, so that closing the page does not abort the transaction.
    transaction.commit()
    return new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve(request.result)
      transaction.onabort = () => reject(transaction.error ?? request.error)
    })
  }

  function open(): Promise<IDBDatabase> {
    opened ??= new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(database, 1)
      request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'id' })
      request.onerror = () => reject(request.error)
      request.onblocked = () => reject(new Error('The store of unsaved work is blocked by another tab'))
      request.onsuccess = () => {
        // The browser closes the database when its data are cleared; the next call opens it again.
        request.result.onclose = () => {
          opened = undefined
          isOpen = false
        }
        isOpen = true
        resolve(request.result)
      }
    }).catch((error: unknown) => {
      opened = undefined
      throw error
    })
    return opened
  }

  async function remove(id: string) {
    underWay.delete(id)
    await withStore('readwrite', (store) => store.delete(id))
    localStorage.removeItem(keyOf(id))
  }

  return {
    async put(copy) {
      underWay.set(copy.id, copy)
      // The page may be left before the database is open.
      if (!isOpen || isLeaving) putAside(keyOf(copy.id), copy)
      await withStore('readwrite', (store) => store.put(copy))
      if (underWay.get(copy.id) !== copy) return
      underWay.delete(copy.id)
      localStorage.removeItem(keyOf(copy.id))
    },
    remove,
    async list(isWanted) {
      try {
        const stored: Copy[] = await withStore('readonly', (store) => store.getAll())
        const latest = [...stored, ...readAside<Copy>(keyOf(''))].toSorted((a, b) =>
          keptAt(b).localeCompare(keptAt(a)),
        )
        const sorted = latest.filter((copy, place) => latest.findIndex(({ id }) => id === copy.id) === place)
        await Promise.all(sorted.slice(MAX_COPIES).map(({ id }) => remove(id)))
        return sorted.slice(0, MAX_COPIES).filter(isWanted)
      } catch (error) {
        console.warn('This browser cannot be asked for unsaved work', error)
        return []
      }
    },
  }
}

/** Stores a copy without waiting for anything; nothing where the browser has no room for it. */
function putAside(key: string, copy: object): void {
  try {
    localStorage.setItem(key, JSON.stringify(copy))
  } catch (error) {
    console.warn('Unsaved work could not be put aside', error)
  }
}

/** The copies whose keys begin like this. */
const readAside = <Copy>(prefix: string): Copy[] =>
  Object.entries(localStorage).flatMap(([key, copy]) => (key.startsWith(prefix) ? JSON.parse(copy) : []))

/** The unsaved work of an article's form, as this browser stores it. */
export interface LocalCopy {
  id: string
  /** The e-mail address of the administrator; others in this browser do not see the copy. */
  owner: string
  article_id: string
  since: string | null
  form: FormValues
  /** By the clock of this browser. */
  kept_at: string
}

export const localCopies = openLocalCopies<LocalCopy>('admin-unsaved', ({ kept_at }) => kept_at)

export async function removeLocalCopies(...ids: string[]): Promise<void> {
  await Promise.all(ids.map((id) => localCopies.remove(id)))
}

const PREFIX = 'article-form:'

/** Locks a copy while its form is open, so that no other tab restores it. Returns a function that releases the lock. */
export function lockCopy(copyId: string): () => void {
  const released = Promise.withResolvers<void>()
  // Web Locks need TLS; without them, the copy of a form that is open in another tab is offered too.
  void navigator.locks?.request(PREFIX + copyId, () => released.promise)
  return () => released.resolve()
}

/** The ids of the copies whose forms are open in this browser. */
export async function listLockedCopies(): Promise<Set<string>> {
  const { held = [] } = (await navigator.locks?.query()) ?? {}
  return new Set(held.flatMap(({ name }) => (name?.startsWith(PREFIX) ? name.slice(PREFIX.length) : [])))
}
