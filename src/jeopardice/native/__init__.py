"""The C++ core: tables in, arrays out, errors translated. Nothing else imports it."""
