export interface BrowserCopies<Copy extends { id: string }> {
  /** Stores a copy in place of the earlier one with its id. Rejects when the browser does not store anything. */
  put: (copy: Copy) => Promise<void>
  remove: (id: string) => Promise<void>
  /** The latest first; none when the browser stores nothing. */
  list: (isWanted: (copy: Copy) => boolean) => Promise<Copy[]>
}

/** The oldest make room; each may have a megabyte. */
const MAX_COPIES = 50
const STORE = 'copies'

/** Copies of one kind of what was typed and not saved, in a database of this browser. `keptAt` tells when one was stored. */
export function openBrowserCopies<Copy extends { id: string }>(
  database: string,
  keptAt: (copy: Copy) => string,
): BrowserCopies<Copy> {
  let opened: Promise<IDBDatabase> | undefined

  async function withStore<Result>(
    mode: IDBTransactionMode,
    ask: (store: IDBObjectStore) => IDBRequest<Result>,
  ): Promise<Result> {
    const transaction = (await open()).transaction(STORE, mode)
    const request = ask(transaction.objectStore(STORE))
    // At once, so that a page that is being closed does not end the transaction.
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
        // The browser closes it when its data are cleared; then it is opened again.
        request.result.onclose = () => {
          opened = undefined
        }
        resolve(request.result)
      }
    }).catch((error: unknown) => {
      opened = undefined
      throw error
    })
    return opened
  }

  async function remove(id: string) {
    await withStore('readwrite', (store) => store.delete(id))
  }

  return {
    async put(copy) {
      await withStore('readwrite', (store) => store.put(copy))
    },
    remove,
    async list(isWanted) {
      try {
        const all: Copy[] = await withStore('readonly', (store) => store.getAll())
        const sorted = all.toSorted((a, b) => keptAt(b).localeCompare(keptAt(a)))
        await Promise.all(sorted.slice(MAX_COPIES).map(({ id }) => remove(id)))
        return sorted.slice(0, MAX_COPIES).filter(isWanted)
      } catch (error) {
        console.warn('This browser cannot be asked for unsaved work', error)
        return []
      }
    },
  }
}
