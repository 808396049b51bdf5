import { limits } from '../../contract/limits.ts'
import { readRegularFile, UnreadableFile } from '../../node/files/regular-file.ts'
import {
  checkCertificate,
  WrongCertificate,
  type Certificate,
} from '../../node/http/server/certificate.ts'
import type { Context } from '../args/context.ts'
import { usageError } from '../output/failure.ts'

type CertificateContext = Pick<Context<'tls-cert' | 'tls-key'>, 'options' | 'labelOf'>

/** Reads the certificate and its key from their files. Nothing that is printed has a part of the key. @throws Failure */
export function readCertificate({ options, labelOf }: CertificateContext): Certificate | undefined {
  const files = { cert: options['tls-cert'], key: options['tls-key'] }
  const { cert, key } = files
  if (cert === undefined && key === undefined) return undefined
  if (cert === undefined || key === undefined) {
    const [given, missing] = cert === undefined ? ['key', 'cert'] : ['cert', 'key']
    throw usageError(`--tls-${given} needs --tls-${missing}`)
  }
  const label = (part: keyof Certificate) => `${labelOf(`tls-${part}`)} ${files[part]}`
  const certificate = { cert: readText(cert, label('cert')), key: readText(key, label('key')) }
  try {
    checkCertificate(certificate)
  } catch (error) {
    if (!(error instanceof WrongCertificate)) throw error
    throw usageError(`${label(error.part)} ${error.problem}`)
  }
  return certificate
}

function readText(file: string, label: string): string {
  try {
    return readRegularFile(file, limits.controlBytes.value).toString()
  } catch (error) {
    if (error instanceof UnreadableFile) throw usageError(`${label}: ${error.message}`)
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    throw usageError(`cannot read ${label} (${code})`)
  }
}
