import type { ExchangeFault } from '../http/http-exchange.ts'

export interface Words {
  message: string
  hint: string
}

const checkInternet = 'Check the internet connection; Rollcall goes on as soon as the service answers.'

/** What broke a connection, in the words of an office. */
export const faultWords: Readonly<Record<ExchangeFault, Words>> = {
  refused: {
    message: 'The service does not accept connections at its address.',
    hint: 'Check the address of the service in the settings, and whether the service is being maintained.',
  },
  unknown_host: {
    message: 'The address of the service was not found.',
    hint: 'Check the internet connection and the address of the service in the settings.',
  },
  unreachable: {
    message: 'There is no way to the service from this computer.',
    hint: 'Check the internet connection and, where the office has one, the VPN.',
  },
  connect_timeout: { message: 'The service could not be reached in time.', hint: checkInternet },
  insecure: {
    message: 'The connection to the service is not secure: its certificate could not be checked.',
    hint: 'Check the date and time of this computer. If they are right, ask your IT whether a filter or antivirus opens secure connections.',
  },
  proxy_unreachable: {
    message: 'The proxy of your office could not be reached.',
    hint: 'Check the internet connection and the VPN. The proxy is named in HTTPS_PROXY or HTTP_PROXY; ask your IT whether it is the right one.',
  },
  proxy_refused: {
    message: 'The proxy of your office does not let Rollcall through to the service.',
    hint: 'Ask your IT to allow the address of the service, or to leave it out of the proxy with NO_PROXY.',
  },
  proxy_sign_in: {
    message: 'The proxy of your office asks for a name and a password.',
    hint: 'Ask your IT for them. They belong into HTTPS_PROXY: http://name:password@proxy.example:8080.',
  },
  timeout: { message: 'The service took too long to answer.', hint: checkInternet },
  closed: { message: 'The connection to the service broke off.', hint: checkInternet },
  too_large: {
    message: 'The answer of the service was too large to read.',
    hint: 'Check the address of the service in the settings; this is not how it usually answers.',
  },
  cancelled: { message: 'This was canceled before the service answered.', hint: 'Start it again when you are ready.' },
  unsendable: {
    message: 'The request could not be put together.',
    hint: 'Sign in again: the access token may hold characters that do not belong there.',
  },
}
