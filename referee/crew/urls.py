"""Addresses of the crew's pages."""

from django.urls import URLPattern, path

from referee.crew import accounts, inviting, people, recovering

urlpatterns: list[URLPattern] = [
    # People and phones
    path("crew/", people.crew, name="crew"),
    path("crew/name/", people.name, name="crew_name"),
    path("crew/phones/<int:pk>/", people.phone, name="phone"),
    path("crew/phones/<int:pk>/out/", people.phone_out, name="phone_out"),
    path("crew/leave/", people.leave, name="crew_leave"),
    path("crew/invites/new/", inviting.new, name="invite_new"),
    path("crew/invites/<int:pk>/revoke/", inviting.revoke, name="invite_revoke"),
    path("crew/code/", recovering.code, name="recovery_code"),
    path("join/<str:token>/", inviting.join, name="join"),
    path("recover/", recovering.recover, name="recover"),
    path("account/", accounts.account, name="account"),
    path("account/in/", accounts.sign_in, name="sign_in"),
    path("account/new/", accounts.sign_up, name="sign_up"),
    path("account/out/", accounts.sign_out, name="sign_out"),
    path("account/keep/", accounts.keep, name="account_keep"),
    path("account/crews/<int:pk>/", accounts.enter, name="account_enter"),
    path("account/delete/", accounts.delete, name="account_delete"),
]
