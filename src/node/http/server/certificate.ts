import type { Settings } from '../../../contract/settings.ts'

/** A certificate, with those that lead to its issuer, and its private key, in PEM. */
export type Certificate = NonNullable<Settings['tls']>

/** A certificate that cannot be used. The message has no part of it. */
export class WrongCertificate extends Error {
  readonly part: keyof Certificate
  readonly problem: string

  constructor(part: keyof Certificate, problem: string) {
    super(`${part} ${problem}`)
    this.part = part
    this.problem = problem
  }
}

/**
 * Checks that the two are in PEM and belong together, and that Node's TLS takes them.
 * @throws WrongCertificate
 */
export function checkCertificate({ cert, key }: Certificate): void {
  const { createPrivateKey, X509Certificate } = process.getBuiltinModule('node:crypto')
  const certificate = readPem('cert', 'a certificate', () => new X509Certificate(cert))
  if (/^(?:-----BEGIN ENCRYPTED|Proc-Type: 4,ENCRYPTED)/m.test(key)) {
    throw new WrongCertificate('key', 'is encrypted, and nobody can be asked for its password')
  }
  const privateKey = readPem('key', 'a private key', () => createPrivateKey(key))
  if (!certificate.checkPrivateKey(privateKey)) {
    throw new WrongCertificate('key', 'is not the key of the certificate')
  }
  try {
    process.getBuiltinModule('node:tls').createSecureContext({ cert, key })
  } catch (error) {
    const { reason = '' } = error as { reason?: string }
    throw new WrongCertificate('cert', `cannot be used for TLS (${reason})`)
  }
}

function readPem<Value>(part: keyof Certificate, what: string, read: () => Value): Value {
  try {
    return read()
  } catch {
    // The error of OpenSSL names only its own functions.
    throw new WrongCertificate(part, `is not ${what} in PEM, which begins with -----BEGIN`)
  }
}
