"""A mail server of the tests: python3-aiosmtpd on a port of its own choice, which is printed first.

Every mail that it takes goes to its standard output as a line of JSON. What it does to whom is said by the recipient:
`refused@…` 550, `later@…` 451 the first time. Options: --tls CERTIFICATE KEY, --implicit-tls, --account USER PASSWORD,
--refuse-sender, --hang (greets nobody, and says who has connected).
"""
import argparse
import asyncio
import json
import ssl
import sys

from aiosmtpd.smtp import SMTP, AuthResult, LoginPassword

parser = argparse.ArgumentParser()
parser.add_argument("--tls", nargs=2)
parser.add_argument("--implicit-tls", action="store_true")
parser.add_argument("--account", nargs=2)
parser.add_argument("--refuse-sender", action="store_true")
parser.add_argument("--hang", action="store_true")
asked = parser.parse_args()
connections = 0


def say(**what):
    print(json.dumps(what), flush=True)


class Handler:
    def __init__(self):
        self.delayed = set()

    async def handle_MAIL(self, server, session, envelope, address, options):
        if asked.refuse_sender:
            return "553 not your address"
        envelope.mail_from = address
        envelope.mail_options.extend(options)
        return "250 OK"

    async def handle_RCPT(self, server, session, envelope, address, options):
        if address.startswith("refused@"):
            return "550 no such mailbox"
        if address.startswith("later@") and address not in self.delayed:
            self.delayed.add(address)
            return "451 try again"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        say(
            sender=envelope.mail_from,
            recipients=envelope.rcpt_tos,
            content=envelope.original_content.decode("ascii"),
            encrypted=bool(session.ssl) or asked.implicit_tls,
            user=(session.auth_data or b"").decode(),
            connection=session.connection_number,
        )
        return "250 OK"


def authenticate(server, session, envelope, mechanism, data):
    if isinstance(data, LoginPassword) and [data.login.decode(), data.password.decode()] == asked.account:
        return AuthResult(success=True, auth_data=data.login)
    return AuthResult(success=False, handled=False)


class CountedSMTP(SMTP):
    def _create_session(self):
        global connections
        connections += 1
        session = super()._create_session()
        session.connection_number = connections
        return session


class Silence(asyncio.Protocol):
    def connection_made(self, transport):
        say(connected=True)


async def main():
    context = None
    if asked.tls:
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(*asked.tls)
    loop = asyncio.get_running_loop()
    handler = Handler()

    def serve():
        if asked.hang:
            return Silence()
        return CountedSMTP(
            handler,
            hostname="mail.test",
            loop=loop,
            tls_context=None if asked.implicit_tls else context,
            require_starttls=bool(context) and not asked.implicit_tls,
            authenticator=authenticate if asked.account else None,
            auth_required=bool(asked.account),
            auth_require_tls=bool(context) and not asked.implicit_tls,
        )

    server = await loop.create_server(serve, "127.0.0.1", 0, ssl=context if asked.implicit_tls else None)
    say(port=server.sockets[0].getsockname()[1])
    await server.serve_forever()


sys.stderr = open("/dev/null", "w")
asyncio.run(main())
