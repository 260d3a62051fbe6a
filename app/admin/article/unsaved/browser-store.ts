export interface BrowserStore<Row extends { id: string }> {
  put: (row: Row) => Promise<void>
  remove: (id: string) => Promise<void>
  list: () => Promise<Row[]>
}

/** Rows in the database of this browser, each by its id. Everything rejects where the browser does not store anything. */
export function openBrowserStore<Row extends { id: string }>({
  database,
  name,
}: {
  database: string
  name: string
}): BrowserStore<Row> {
  let opened: Promise<IDBDatabase> | undefined

  async function withStore<Result>(
    mode: IDBTransactionMode,
    ask: (store: IDBObjectStore) => IDBRequest<Result>,
  ): Promise<Result> {
    const transaction = (await open()).transaction(name, mode)
    const request = ask(transaction.objectStore(name))
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
      request.onupgradeneeded = () => request.result.createObjectStore(name, { keyPath: 'id' })
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

  return {
    async put(row) {
      await withStore('readwrite', (store) => store.put(row))
    },
    async remove(id) {
      await withStore('readwrite', (store) => store.delete(id))
    },
    list: () => withStore('readonly', (store) => store.getAll()),
  }
}
