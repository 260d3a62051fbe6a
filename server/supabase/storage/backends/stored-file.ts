/** The name of a file: a UUID, the version of its object. Nothing that a client wrote is in it. */
const STORED_FILE = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function requireStoredFile(file: string): string {
  if (!STORED_FILE.test(file)) throw new Error(`${JSON.stringify(file)} is not the name of a stored file`)
  return file
}
